import type { Bench } from '../bench.ts';
import { type Case, feature } from '../case.types.ts';
import { check } from '../failure.ts';
import type { TerminalLink } from '../link.ts';

/** Time in which a text must be spoken, ms. */
const SPEAK_MS = 20_000;
const TEXT = 'The school closes at five.';
/** Least ratio of the lengths at half and at double speed. */
const LEAST_RATIO = 2;

/** Duration of a WAV file, s; null: another format. */
function wavSeconds(file: Buffer): number | null {
  if (file.subarray(0, 4).toString() !== 'RIFF' || file.subarray(8, 12).toString() !== 'WAVE') return null;
  const perS = file.readUInt32LE(28);
  const data = file.indexOf('data', 12);
  return data < 0 || perS === 0 ? null : (file.length - data - 8) / perS;
}

async function speak(bench: Bench, link: TerminalLink, speed: number): Promise<Buffer> {
  const request = bench.requestNumber;
  const parts: Uint8Array[] = [];
  link.spokenParts.set(request, parts);
  link.send({ type: 'speak', request, text: TEXT, voice: 'xiaoyan', speed });
  const find = () => link.ofType('spoken').find(({ message }) => message.request === request);
  const { message } = await link.until('spoken', SPEAK_MS + bench.tolerances.messageMs, find);
  check(message.ok, `ok false, "${message.message ?? ''}"`);
  return Buffer.concat(parts);
}

/** Cases of texts that a TTS terminal speaks. */
export const texts: Case[] = [
  {
    id: 'speak',
    anchor: 'speaking-texts',
    sentence: 'Send back a sound file (WAV, or another format that FFmpeg reads)',
    expected: 'a file in frames of kind 2, then `spoken` with ok true within 20 s; WAV: 0.5 s to 10 s',
    requires: feature('speak'),
    async run(bench) {
      const file = await speak(bench, await bench.ready(), 50);
      const seconds = wavSeconds(file);
      const seen = `${file.length} bytes${seconds === null ? '' : `, ${seconds.toFixed(2)} s`}`;
      check(file.length > 1_000 && (seconds === null || (seconds >= 0.5 && seconds <= 10)), seen);
      return seen;
    },
  },
  {
    id: 'speak-speed',
    anchor: 'speaking-texts',
    sentence: '`speed` is 0 to 100: 50 is normal, 0 is half and 100 is double the speed.',
    expected: `the file of speed 0 at least ${LEAST_RATIO} times as long as that of speed 100`,
    requires: feature('speak'),
    async run(bench) {
      const link = await bench.ready();
      const [slow, fast] = [await speak(bench, link, 0), await speak(bench, link, 100)];
      const ratio = (wavSeconds(slow) ?? slow.length) / (wavSeconds(fast) ?? fast.length);
      check(ratio >= LEAST_RATIO, `${ratio.toFixed(2)} times as long`);
      return `${ratio.toFixed(2)} times as long`;
    },
  },
  {
    id: 'speak-status',
    anchor: 'status',
    sentence: '`spoken` and `failed` are counts since the start of the program',
    expected: 'a status whose `spoken` is one more after a text',
    requires: feature('speak'),
    async run(bench) {
      const link = await bench.ready();
      const counts = () =>
        link.ofType('status').flatMap(({ message }) => ('spoken' in message ? [message.spoken] : []));
      const limitMs = 2_000 + bench.tolerances.messageMs;
      const before = await link.until('status', limitMs, () => counts().at(-1));
      await speak(bench, link, 100);
      const isMore = () => counts().at(-1) === before + 1 || undefined;
      await link.until(`status with spoken ${before + 1}`, limitMs, isMore);
      return `spoken ${before}, then ${before + 1}`;
    },
  },
];
