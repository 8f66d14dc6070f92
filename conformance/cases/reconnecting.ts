import { PACKET_US } from '../../contract/protocol/audio.ts';
import type { Report } from '../../contract/protocol/terminal.ts';
import { type Case, feature } from '../case.types.ts';
import { check, msText } from '../failure.ts';
import { StreamSender } from '../streamSender.ts';

const decode = feature('decode');

/** Cases of lost connections, refusals and another media clock. */
export const reconnecting: Case[] = [
  {
    id: 'reconnect',
    anchor: 'losing-the-connection',
    sentence: 'Try at once: after a random wait of up to 0.25 s',
    expected: 'a hello with the same boot and the stored secret within 1 s',
    async run(bench) {
      const link = await bench.ready();
      const sinceUs = bench.clock.us();
      link.terminate();
      const next = await bench.handshake(5_000);
      const afterUs = next.openedUs - sinceUs;
      await bench.ready();
      const isSame = next.hello.boot === link.hello?.boot;
      const seen = `after ${msText(afterUs)}, boot ${isSame ? 'the same' : 'another'}, secret ${next.hello.secret === bench.secret ? 'right' : 'wrong'}`;
      const isInTime = afterUs <= (1_000 + bench.tolerances.messageMs) * 1e3;
      check(isSame && next.hello.secret === bench.secret && isInTime, seen);
      return seen;
    },
  },
  {
    id: 'sound-over-reconnect',
    anchor: 'losing-the-connection',
    sentence:
      'Sound continues, also if the server was restarted. The server opens all streams again that you should play.',
    expected: 'the same first_sound_us after the reconnection, and no more than 100 ms missed',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link);
      const isHeard = (one: Report) => one.stream === stream && one.first_sound_us !== null;
      const first = await link.report('first_sound_us', 4_000, fromUs, isHeard);
      await bench.until(fromUs + 500_000);
      const heldUs = sender.untilUs;
      link.terminate();
      const next = await bench.handshake(5_000);
      const { held, ahead_ms } = next.hello;
      bench.welcome(next);
      // A terminal without `held` gets the sound of the near future again.
      const until = held?.streams.find((one) => one.stream === stream)?.until_us;
      const nextPacket = Math.ceil(((until ?? bench.clock.us() + 200_000) - fromUs) / PACKET_US);
      const opened = bench.open(next, { stream, fromUs, first: nextPacket });
      const is = (one: Report) => one.state === 'playing' && one.stream === stream;
      const afterUs = fromUs + nextPacket * PACKET_US + 200_000;
      const report = await next.report('sound after the reconnection', 5_000, afterUs, is);
      await bench.end(next, { stream, sender: opened.sender });
      const missed = report.missed_ms ?? 0;
      const heldText = until === undefined ? 'absent' : `${msText(until - heldUs)} from the last packet`;
      const seen = `held ${heldText}, first_sound_us ${report.first_sound_us === first.first_sound_us ? 'the same' : 'another'}, missed_ms ${missed}`;
      check(
        report.first_sound_us === first.first_sound_us && missed <= 100 + bench.tolerances.messageMs / 10,
        seen,
      );
      // The last messages may not have arrived before the connection was lost.
      check(ahead_ms === undefined || (until !== undefined && until <= heldUs), seen);
      return seen;
    },
  },
  {
    id: 'retry',
    anchor: 'refused',
    sentence:
      '`retry_s`: connect again by yourself after this many seconds, plus a random part of up to a fifth.',
    expected: 'the next connection 2 s to 2.4 s after `refused`',
    async run(bench) {
      const link = await bench.ready();
      const sinceUs = bench.clock.us();
      link.send({ type: 'refused', code: 'busy', message: 'Busy', retry_s: 2 });
      link.close(4000);
      const next = await bench.handshake(10_000);
      const afterUs = next.openedUs - sinceUs;
      await bench.ready();
      check(afterUs >= 1_950_000 && afterUs <= (2_500 + bench.tolerances.messageMs) * 1e3, msText(afterUs));
      return msText(afterUs);
    },
  },
  {
    id: 'epoch',
    anchor: 'losing-the-connection',
    sentence: 'Delete the state of the clock and exchange times. Play new streams only after that.',
    expected: 'idle by the new clock, and a new stream heard at its time of the new clock',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const old = bench.open(link);
      const isOld = (one: Report) => one.state === 'playing' && one.stream === old.stream;
      await link.report('report playing', 4_000, old.fromUs - 1e6, isOld);
      bench.clock.restart();
      old.sender.stop();
      link.terminate();
      const next = await bench.handshake(5_000);
      bench.welcome(next);
      // Packets of a stream of the old epoch are not accepted any more.
      const stray = new StreamSender(next, bench.clock, {
        stream: old.stream,
        fromUs: bench.clock.inMs(100),
      });
      await bench.synced(next);
      stray.stop();
      const { stream, fromUs, sender } = bench.open(next);
      const report = await next.report(
        'sound by the new clock',
        5_000,
        fromUs - 1e6,
        (one) => one.state === 'playing' && one.stream === stream && one.first_sound_us !== null,
      );
      await bench.end(next, { stream, sender });
      const overUs = next.openedUs + 1_000_000 + bench.tolerances.messageMs * 1e3;
      const played = next.reports.filter((one) => one.stream === old.stream && one.state === 'playing');
      const offUs = (report.first_sound_us ?? Number.NaN) - fromUs;
      const late = played.filter((one) => one.atUs > overUs);
      const seen = `first_sound_us ${msText(offUs)} after from_us; ${late.length} later reports of the old stream`;
      check(Math.abs(offUs) <= bench.tolerances.soundMs * 1e3 && late.length === 0, seen);
      return seen;
    },
  },
  {
    id: 'silent-server',
    anchor: 'losing-the-connection',
    sentence: 'Close a connection on which nothing was received for 8 s',
    expected:
      'the connection closed, or another one opened, 7 s to 10 s after the last message of the server',
    slow: true,
    async run(bench) {
      const link = await bench.ready();
      link.answersTime = false;
      const sinceUs = bench.clock.us();
      const next = await bench.handshake(12_000 + bench.tolerances.messageMs);
      const afterUs = next.openedUs - sinceUs;
      link.terminate();
      await bench.ready();
      check(
        afterUs >= 6_500_000 && afterUs <= (10_000 + bench.tolerances.messageMs) * 1e3,
        `another connection after ${msText(afterUs)}`,
      );
      return `another connection after ${msText(afterUs)}`;
    },
  },
];
