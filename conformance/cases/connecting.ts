import type { Case } from '../case.types.ts';
import { check } from '../failure.ts';

/** Cases of the first connection, in which the terminal is found and adopted. */
export const connecting: Case[] = [
  {
    id: 'address',
    anchor: 'transport',
    sentence: 'WebSocket (RFC 6455) at `ws://HOST:8080/v1/terminal`',
    expected: 'a connection to /v1/terminal',
    async run(bench) {
      const { length } = bench.server.requests;
      if (length === 0) await bench.connection(bench.tolerances.connectMs);
      const path = bench.server.requests.at(-1)?.path;
      check(path === '/v1/terminal', `path ${path}`);
      return `path ${path}`;
    },
  },
  {
    id: 'origin',
    anchor: 'transport',
    sentence: "Send no `Origin` header, or the server's own origin.",
    expected: 'no Origin header, or that of this server',
    async run(bench) {
      const origin = bench.server.requests.at(-1)?.origin;
      check(origin === undefined || new URL(origin).port === String(bench.server.port), `Origin ${origin}`);
      return `Origin ${origin ?? 'absent'}`;
    },
  },
  {
    id: 'hello',
    anchor: 'hello',
    sentence: '`hello` is the first message of every connection. Send it once.',
    expected: 'a valid hello within 5 s, before any other message',
    async run(bench) {
      const link = bench.server.links.at(-1);
      check(link !== undefined, 'no connection');
      await link.until('valid hello', 5_000, () => link.hello ?? undefined);
      const [first] = link.received;
      check(first?.message.type === 'hello', `first message ${first?.message.type}`);
      const { code, role, version } = first.message;
      return `code ${code}, role ${role}, version ${version}, after ${Math.round((first.atUs - link.openedUs) / 1e3)} ms`;
    },
  },
  {
    id: 'found',
    anchor: 'found-adopted-removed',
    sentence: 'Stay connected and continue to send\n`time`, as a keep-alive',
    expected: 'at least 8 messages `time` within 4 s after `found`, and no other message',
    async run(bench) {
      const link = bench.server.links.at(-1);
      check(link?.hello != null, 'no hello');
      const sinceUs = bench.clock.us();
      link.send({ type: 'found', later_field: { nested: [1, { type: 'removed' }] } });
      const times = () => link.ofType('time', sinceUs).length;
      await link.until(
        '8 messages time',
        4_000 + bench.tolerances.messageMs,
        () => times() >= 8 || undefined,
      );
      const others = link.received.filter(({ message }) => message.type !== 'time' && message !== link.hello);
      check(others.length === 0, `also ${others.map(({ message }) => message.type)}`);
      return `${times()} messages time after ${Math.round((bench.clock.us() - sinceUs) / 1e3)} ms`;
    },
  },
  {
    id: 'pings',
    anchor: 'transport',
    sentence: 'Answer WebSocket pings at once, with their payload',
    expected: 'a pong with the same payload within 0.5 s',
    async run(bench) {
      const link = bench.server.links.at(-1);
      check(link?.isOpen === true, 'no connection');
      let ms = Number.POSITIVE_INFINITY;
      void link.ping().then((answeredMs) => {
        ms = answeredMs;
      });
      const limitMs = 500 + bench.tolerances.messageMs;
      // The next message of the terminal may be seconds away: the pong does not notify.
      await bench.until(bench.clock.us() + 100_000);
      for (let n = 0; n < limitMs / 20 && ms === Number.POSITIVE_INFINITY; n++)
        await bench.until(bench.clock.us() + 20_000);
      check(ms <= limitMs, ms === Number.POSITIVE_INFINITY ? 'no pong with this payload' : `${ms} ms`);
      return `${ms.toFixed(1)} ms`;
    },
  },
  {
    id: 'unknown-messages',
    anchor: 'transport',
    sentence: 'Ignore fields, message types and kinds of binary frames that you do not know',
    expected: 'the connection stays, and `time` goes on',
    async run(bench) {
      const link = bench.server.links.at(-1);
      check(link?.isOpen === true, 'no connection');
      link.send({ type: 'later.message', stream: 1, list: [{ a: null }], text: 'é \\ " {' });
      link.sendBytes(Uint8Array.of(9, 0, 0, 0, 1, 2, 3));
      link.sendBytes(Uint8Array.of(77));
      const sinceUs = bench.clock.us();
      const next = () => link.ofType('time', sinceUs)[0];
      await link.until('message time', 3_500 + bench.tolerances.messageMs, next);
      bench.stillOpen(link);
      return 'connection stays';
    },
  },
  {
    id: 'adopted',
    anchor: 'welcome-and-settings',
    sentence: 'Send reports from here on.',
    expected: 'a report within 1 s after `welcome`',
    async run(bench) {
      const link = bench.server.links.at(-1);
      check(link?.isOpen === true, 'no connection');
      const early = link.reports.length;
      check(early === 0, `${early} reports before welcome`);
      link.send({ type: 'adopted', secret: bench.secret });
      const sinceUs = bench.clock.us();
      bench.welcome(link);
      const first = await link.report('report', 1_000 + bench.tolerances.messageMs, sinceUs, () => true);
      return `report ${first.state} after ${Math.round((first.atUs - sinceUs) / 1e3)} ms`;
    },
  },
];
