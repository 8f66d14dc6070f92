import type { Report } from '../../contract/protocol/terminal.ts';
import { type Case, feature } from '../case.types.ts';
import { check, msText } from '../failure.ts';
import { SAMPLE_DB } from '../samples.ts';

const decode = feature('decode');
/** Largest deviation of a level, dB. */
const LEVEL_DB = 1;
/** Time after a change from which a level is one of a whole second of sound, µs. */
const SECOND_US = 1_200_000;
const near = (db: number | null, expectedDb: number) => db !== null && Math.abs(db - expectedDb) <= LEVEL_DB;
const playing = (stream: number) => (report: Report) =>
  report.state === 'playing' && report.stream === stream;

/** Cases of one stream that plays. */
export const playingCases: Case[] = [
  {
    id: 'first-sound',
    anchor: 'in-short',
    sentence: 'Each packet has the media time at which it is to be **heard**.',
    expected: 'first_sound_us of the report is the `from_us` of the stream, within the tolerance of sound',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link, { perFrame: 1 });
      const report = await link.report('report playing', 4_000, fromUs - 1e6, playing(stream));
      const atUs = await link
        .report(
          'first_sound_us',
          2_000,
          fromUs - 1e6,
          (one) => one.stream === stream && one.first_sound_us !== null,
        )
        .then(({ first_sound_us }) => first_sound_us ?? Number.NaN);
      const seen = `${msText(atUs - fromUs)} after from_us, reported ${msText(report.atUs - fromUs)} after it`;
      await bench.end(link, { stream, sender });
      check(Math.abs(atUs - fromUs) <= bench.tolerances.soundMs * 1e3, seen);
      return seen;
    },
  },
  {
    id: 'prompt-report',
    anchor: 'report',
    sentence:
      'Send one within 100 ms when `state`, `stream`, `first_sound_us` or the streams in `other_streams` change.',
    expected: 'a report with the state playing within 100 ms after the first sound',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link);
      const report = await link.report('report playing', 4_000, fromUs - 1e6, playing(stream));
      await bench.end(link, { stream, sender });
      const seen = `${msText(report.atUs - fromUs)} after from_us`;
      // A terminal may report 60 ms early: its card has taken the sound.
      const isPrompt = report.atUs - fromUs <= (200 + bench.tolerances.messageMs) * 1e3;
      check(isPrompt && report.atUs - fromUs >= -1_000_000, seen);
      return seen;
    },
  },
  {
    id: 'level',
    anchor: 'report',
    sentence:
      'RMS and highest absolute sample of the last second of sound that the card took, after volume, dBFS',
    expected: `level_db ${SAMPLE_DB} and peak_db ${(SAMPLE_DB + 3.01).toFixed(2)}, within ${LEVEL_DB} dB, within 4 s`,
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      if (bench.volume !== 100) bench.setVolume(link, 100);
      const { stream, fromUs, sender } = bench.open(link);
      const isRight = (one: Report) =>
        one.stream === stream && near(one.level_db, SAMPLE_DB) && near(one.peak_db, SAMPLE_DB + 3.01);
      const report = await link
        .report('level', 4_000 + bench.tolerances.leadMs, fromUs + SECOND_US, isRight)
        .catch(() => null);
      const last = report ?? link.reports.at(-1);
      const seen = `level_db ${last?.level_db}, peak_db ${last?.peak_db}`;
      await bench.end(link, { stream, sender });
      check(report !== null, seen);
      return seen;
    },
  },
  {
    id: 'position',
    anchor: 'report',
    sentence: 'media time of the sound that is heard at this moment',
    expected: 'position_us within 150 ms of the media time at which the report arrives',
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link);
      const later = (one: Report & { atUs?: number }) =>
        playing(stream)(one) && (one.atUs ?? 0) > fromUs + 500_000;
      const report = await link.report('report playing', 4_000, fromUs, later);
      await bench.end(link, { stream, sender });
      const offUs = (report.position_us ?? Number.NaN) - report.atUs;
      const seen = `position_us ${msText(offUs)} from the time of arrival`;
      check(Math.abs(offUs) <= (150 + bench.tolerances.messageMs) * 1e3, seen);
      return seen;
    },
  },
  {
    id: 'volume-setting',
    anchor: 'volume',
    sentence: 'Amplitude factor = (volume / 100)², which is 40·log10(volume / 100) dB',
    expected: `level_db ${SAMPLE_DB - 12.04} within ${LEVEL_DB} dB after ao_volume 50`,
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      bench.setVolume(link, 50);
      const { stream, fromUs, sender } = bench.open(link);
      const isRight = (one: Report) => one.stream === stream && near(one.level_db, SAMPLE_DB - 12.04);
      const report = await link
        .report('level', 4_000 + bench.tolerances.leadMs, fromUs + SECOND_US, isRight)
        .catch(() => null);
      const seen = `level_db ${(report ?? link.reports.at(-1))?.level_db}`;
      await bench.end(link, { stream, sender });
      bench.setVolume(link, 100);
      check(report !== null, seen);
      return seen;
    },
  },
  {
    id: 'stream-volume',
    anchor: 'streams',
    sentence: 'Apply the volume at once, with a ramp of about 20 ms.',
    expected: `level_db ${SAMPLE_DB} at first, ${SAMPLE_DB - 6.02} within ${LEVEL_DB} dB after stream.volume 70.7`,
    requires: decode,
    async run(bench) {
      const link = await bench.ready();
      const { stream, fromUs, sender } = bench.open(link);
      const level = (expectedDb: number) => (one: Report) =>
        one.stream === stream && near(one.level_db, expectedDb);
      const wholeUs = fromUs + SECOND_US;
      await link.report('level at first', 4_000 + bench.tolerances.leadMs, wholeUs, level(SAMPLE_DB));
      link.send({ type: 'stream.volume', stream, volume: 70.7 });
      const sinceUs = bench.clock.us() + SECOND_US;
      const after = await link.report('level', 4_000, sinceUs, level(SAMPLE_DB - 6.02)).catch(() => null);
      const seen = `level_db ${(after ?? link.reports.at(-1))?.level_db}`;
      await bench.end(link, { stream, sender });
      check(after !== null, seen);
      return seen;
    },
  },
];
