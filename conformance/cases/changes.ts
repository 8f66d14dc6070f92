import { PACKET_US } from '../../contract/protocol/audio.ts';
import type { Report } from '../../contract/protocol/terminal.ts';
import { type Case, feature } from '../case.types.ts';
import { check, msText } from '../failure.ts';

const decode = feature('decode');
/** Time for a report after a change, µs: 100 ms, and 60 ms until a card has played what it took. */
const PROMPT_US = 300_000;

/** Cases of flush, close, and packets that are lost or late. */
export const changes: Case[] = [
  {
    id: 'flush',
    anchor: 'streams',
    sentence:
      'Delete what you have received of this stream for `from_us` and later. More packets may follow, from any later time on.',
    expected:
      'no state playing from 300 ms after `from_us` on; playing again when packets follow; lost 0, and the silence not in missed_ms',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link);
      await bench.until(fromUs + 400_000);
      const flushUs = bench.clock.inMs(200);
      sender.pauseUntil(Number.POSITIVE_INFINITY);
      link.send({ type: 'stream.flush', stream, from_us: flushUs });
      const slackUs = bench.tolerances.messageMs * 1e3;
      const silent = await link.report('silence', 3_000, flushUs - 100_000, ({ state }) => state === 'idle');
      const seen = `silent ${msText(silent.atUs - flushUs)} after from_us`;
      check(silent.atUs - flushUs <= PROMPT_US + slackUs, seen);
      sender.seek(bench.clock.us() + 300_000);
      const againUs = sender.untilUs;
      sender.pauseUntil(0);
      const isPlaying = (one: Report) => one.state === 'playing' && one.stream === stream;
      const again = await link.report('sound after the flush', 3_000, silent.atUs + 1, isPlaying);
      const { lost, missed_ms: missed } = again;
      await bench.end(link, { stream, sender });
      const silenceMs = (againUs - flushUs) / 1e3;
      const seenAll = `${seen}; again ${msText(again.atUs - againUs)} after the next packet; lost ${lost}, missed_ms ${missed}`;
      // A busy machine may miss something of what is due; the whole silence is not due.
      check(lost === 0 && (missed ?? 0) < silenceMs / 2, seenAll);
      return seenAll;
    },
  },
  {
    id: 'close',
    anchor: 'streams',
    sentence:
      'The stream ends at `at_us`, or now if `at_us` has passed. Play nothing of it afterwards, even if you have it.',
    expected: 'state playing until `at_us`, and idle within 300 ms after it',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link);
      const isPlaying = (one: Report) => one.state === 'playing' && one.stream === stream;
      await link.report('report playing', 4_000, fromUs - 1e6, isPlaying);
      const atUs = Math.max(bench.clock.inMs(300), fromUs + 300_000);
      link.send({ type: 'stream.close', stream, at_us: atUs });
      const slackUs = bench.tolerances.messageMs * 1e3;
      const silent = await link.report('silence', 3_000, bench.clock.us(), ({ state }) => state === 'idle');
      sender.stop();
      const seen = `idle ${msText(silent.atUs - atUs)} after at_us`;
      check(silent.atUs - atUs <= PROMPT_US + slackUs && silent.atUs - atUs >= -150_000, seen);
      return seen;
    },
  },
  {
    id: 'lost-packets',
    anchor: 'report',
    sentence: 'a packet missing in between is lost',
    expected: 'lost 3, received all others, gaps at least 1, missed_ms 40 to 80 (or both absent)',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const omitted = new Set([20, 21, 22]);
      const { stream, fromUs, sender } = bench.open(link, { omitted });
      const heard = await link.report(
        'report after the gap',
        4_000,
        fromUs + 22 * PACKET_US + 200_000,
        (one) => one.stream === stream,
      );
      await bench.end(link, { stream, sender });
      const { lost, received, late, gaps, missed_ms: missed } = heard;
      const seen = `lost ${lost}, late ${late}, received ${received}, gaps ${gaps}, missed_ms ${missed}`;
      const isCounted =
        gaps === null ||
        missed === null ||
        (gaps >= 1 && missed >= 40 && missed <= 80 + bench.tolerances.messageMs);
      check(lost === 3 && late === 0 && received > 23 && isCounted, seen);
      return seen;
    },
  },
  {
    id: 'late-packets',
    anchor: 'report',
    sentence:
      'packets that arrived after the playback of their time had begun; the rest of their time is still played',
    expected: 'late at least 5, lost 0, playing again after a pause of the link',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link);
      await bench.until(fromUs + 300_000);
      const resumeUs = sender.untilUs + 200_000;
      sender.pauseUntil(resumeUs);
      const back = await link.report(
        'sound after the pause',
        5_000,
        resumeUs + 1,
        (one) => one.state === 'playing' && one.stream === stream && one.late > 0,
      );
      await bench.end(link, { stream, sender });
      const { late, lost, gaps, missed_ms: missed } = back;
      const seen = `late ${late}, lost ${lost}, gaps ${gaps}, missed_ms ${missed}`;
      check(late >= 5 && lost === 0, seen);
      return seen;
    },
  },
  {
    id: 'two-streams',
    anchor: 'streams',
    sentence: 'When one\nfollows another, both may be open for a moment.',
    expected: 'the report changes to the second stream, with its own first_sound_us',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const first = bench.open(link);
      await bench.until(first.fromUs + 300_000);
      const second = bench.open(link);
      link.send({ type: 'stream.close', stream: first.stream, at_us: second.fromUs });
      first.sender.stop();
      const report = await link.report(
        'report of the second stream',
        5_000,
        first.fromUs,
        (one) => one.state === 'playing' && one.stream === second.stream && one.first_sound_us !== null,
      );
      await bench.end(link, second);
      const offUs = (report.first_sound_us ?? Number.NaN) - second.fromUs;
      const seen = `first_sound_us ${msText(offUs)} after from_us`;
      check(Math.abs(offUs) <= bench.tolerances.soundMs * 1e3, seen);
      return seen;
    },
  },
];
