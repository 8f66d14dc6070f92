import type { Report } from '../../contract/protocol/terminal.ts';
import { type Case, feature } from '../case.types.ts';
import { check } from '../failure.ts';
import { SAMPLE_DB, SILENCE } from '../samples.ts';

const LEVEL_DB = 1;

/** Cases of features that a terminal may declare. */
export const features: Case[] = [
  {
    id: 'mix',
    anchor: 'voice-mix',
    sentence: 'While a stream of `speech` plays, every open stream of `programme` is 20 dB lower',
    expected: `level_db ${SAMPLE_DB - 20} within ${LEVEL_DB} dB under silent speech; other_streams names the programme`,
    requires: feature('mix'),
    async run(bench) {
      const link = await bench.ready();
      const programme = bench.open(link, { opened: { mix: 'programme' } });
      await bench.until(programme.fromUs + 300_000);
      const speech = bench.open(link, { opened: { mix: 'speech' }, packet: () => SILENCE, perFrame: 1 });
      const isLow = (one: Report) =>
        one.stream === speech.stream &&
        one.level_db !== null &&
        Math.abs(one.level_db - (SAMPLE_DB - 20)) <= LEVEL_DB &&
        (one.other_streams ?? []).some((other) => other.stream === programme.stream && other.sounding);
      const low = await link
        .report('lowered programme', 6_000, speech.fromUs + 1_200_000, isLow)
        .catch(() => null);
      const last = low ?? link.reports.at(-1);
      const others = last?.other_streams?.map((other) => other.stream);
      const seen = `stream ${last?.stream}, level_db ${last?.level_db}, other_streams ${others ?? 'absent'}`;
      await bench.end(link, speech, programme);
      check(low !== null, seen);
      return seen;
    },
  },
  {
    id: 'power',
    anchor: 'commands',
    sentence: 'While it is off, play nothing, report `powered` false, and stay synchronous',
    expected: '`result` with ok true, `powered` false after power_off, and no longer false after power_on',
    requires: feature('power'),
    async run(bench) {
      const link = await bench.ready();
      for (const action of ['power_off', 'power_on']) {
        const request = bench.requestNumber;
        const sinceUs = bench.clock.us();
        link.send({ type: 'command', request, action });
        const { ok } = await link.result(request, `result of ${action}`, 5_000);
        check(ok, `${action}: ok false`);
        const isOff = action === 'power_off';
        await link.report(
          `report after ${action}`,
          2_000 + bench.tolerances.messageMs,
          sinceUs,
          ({ powered }) => (powered === false) === isOff,
        );
      }
      return 'powered false, then no longer';
    },
  },
  {
    id: 'renew',
    anchor: 'found-adopted-removed',
    sentence:
      'Answer with `result` (see Commands): `ok` true only if both would survive a power cut from now on',
    expected: '`result` with ok true within 5 s; the next hello has the new secret',
    requires: feature('renew'),
    async run(bench) {
      const link = await bench.ready();
      const request = bench.requestNumber;
      const secret = 'conformance-secret-2';
      link.send({ type: 'secret.renew', request, secret });
      const { ok } = await link.result(request, 'result', 5_000);
      check(ok, 'ok false');
      bench.previousSecret = bench.secret;
      bench.secret = secret;
      link.terminate();
      const next = await bench.handshake(3_000 + bench.tolerances.messageMs);
      const isNew = next.hello.secret === secret;
      await bench.ready();
      check(isNew, `secret of the next hello: ${next.hello.secret === undefined ? 'absent' : 'another'}`);
      return 'ok true; the next hello has the new secret';
    },
  },
  {
    id: 'previous-secret',
    anchor: 'found-adopted-removed',
    sentence: 'If the server refuses a secret with `secret`, send the other one of the two in the next hello',
    expected: 'the previous secret after `refused`, and the new one after the next',
    requires: feature('renew'),
    async run(bench) {
      const link = await bench.ready();
      check(bench.previousSecret !== null, 'the secret was not renewed');
      const { secret, previousSecret } = bench;
      const used: string[] = [];
      let current = link;
      for (let n = 0; n < 2; n++) {
        current.send({ type: 'refused', code: 'secret', message: 'Wrong secret', retry_s: 0.3 });
        current.close(4000);
        const next = await bench.handshake(3_000 + bench.tolerances.messageMs);
        used.push(
          next.hello.secret === previousSecret ? 'previous' : next.hello.secret === secret ? 'new' : 'none',
        );
        current = next;
      }
      await bench.ready();
      check(used.join() === 'previous,new', `secrets: ${used.join(', ')}`);
      return `secrets: ${used.join(', ')}`;
    },
  },
  {
    id: 'restart',
    anchor: 'commands',
    sentence: 'Answer, send `bye`, and restart (with a new `boot`)',
    expected: '`result` with ok true, `bye`, and a hello with another boot',
    requires: feature('restart'),
    async run(bench) {
      const link = await bench.ready();
      const request = bench.requestNumber;
      const boot = link.hello?.boot;
      link.send({ type: 'command', request, action: 'restart' });
      // Messages that the terminal has not read when it closes must not cost those that it sent.
      for (let n = 0; n < 3; n++) link.send({ type: 'behind-restart' });
      const { ok } = await link.result(request, 'result', 5_000);
      check(ok, 'ok false');
      await link.until('bye', 5_000, () => link.ofType('bye')[0]);
      const next = await bench.handshake(60_000);
      await bench.ready();
      check(next.hello.boot !== boot, 'the same boot');
      return 'result, bye, hello with another boot';
    },
  },
];
