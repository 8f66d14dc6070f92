import { MAX_MESSAGES_PER_S } from '../../contract/protocol/frames.ts';
import type { Case } from '../case.types.ts';
import { check, msText } from '../failure.ts';

/** Cases of the end, and of all that the terminal has sent. */
export const whole: Case[] = [
  {
    id: 'removed',
    anchor: 'found-adopted-removed',
    sentence: 'Connect again after a second: a hello\nwithout a secret makes you a found terminal again.',
    expected: 'a hello without a secret 0.7 s to 3 s after `removed`',
    async run(bench) {
      const link = await bench.ready();
      const sinceUs = bench.clock.us();
      link.send({ type: 'removed' });
      link.close(1000);
      const next = await bench.handshake(5_000 + bench.tolerances.messageMs);
      const afterUs = next.openedUs - sinceUs;
      next.send({ type: 'found' });
      const seen = `after ${msText(afterUs)}, secret ${next.hello.secret === undefined ? 'absent' : 'sent'}`;
      const isInTime = afterUs >= 700_000 && afterUs <= (3_000 + bench.tolerances.messageMs) * 1e3;
      check(next.hello.secret === undefined && isInTime, seen);
      return seen;
    },
  },
  {
    id: 'schemas',
    anchor: 'limits',
    sentence: 'messages that are not JSON, have no `type`, or violate the schema of their type',
    expected: 'none in the whole run',
    async run({ server }) {
      const { invalid } = server.observations;
      check(invalid.length === 0, `${invalid.length}: ${[...new Set(invalid)].slice(0, 5).join('; ')}`);
      return 'none';
    },
  },
  {
    id: 'second-hello',
    anchor: 'limits',
    sentence: 'a second `hello`, or another message before `hello`',
    expected: 'none in the whole run',
    async run({ server }) {
      const wrong = server.links.filter(({ received }) =>
        received.some(({ message }, i) => (message.type === 'hello') !== (i === 0)),
      );
      check(wrong.length === 0, `on ${wrong.length} connections`);
      return 'none';
    },
  },
  {
    id: 'message-rate',
    anchor: 'limits',
    sentence: '200 in a second',
    expected: `at most ${MAX_MESSAGES_PER_S} messages in any second of the run`,
    async run({ server }) {
      const { mostPerS } = server.observations;
      check(mostPerS <= MAX_MESSAGES_PER_S, `${mostPerS} in a second`);
      return `at most ${mostPerS} in a second`;
    },
  },
  {
    id: 'confirmations',
    anchor: 'limits',
    sentence: 'your pong confirms all that it sent before',
    expected: 'each ping answered within 2 s',
    async run({ server, tolerances }) {
      const { pings, longestPongMs } = server.observations;
      const open = server.links.filter(({ isOpen }) => isOpen).reduce((sum, one) => sum + one.openPings, 0);
      const seen = `${pings} pings, the slowest answered after ${longestPongMs.toFixed(1)} ms, ${open} not answered`;
      check(open === 0 && longestPongMs <= 2_000 + tolerances.messageMs, seen);
      return seen;
    },
  },
];
