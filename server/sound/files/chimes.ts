import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Language, Texts } from '../../../contract/language.ts';
import { WAV_HEADER_BYTES, wavHeader } from '../../../contract/protocol/wav.ts';
import type { MediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { writeDurably } from '../../platform/dataFolder/writeDurably.ts';
import type { Uploader } from './accept.ts';
import type { FileRow } from './media.repository.ts';
import type { FileService } from './media.service.ts';

const RATE = 48_000;

/** Stroke of a bell: pitch, Hz; start, s; time of its decay to 1/e, s (0: it sounds for `length`). */
interface Stroke {
  hz: number;
  at: number;
  decay: number;
  length: number;
}
const bell = (hz: number, at: number): Stroke => ({ hz, at, decay: 0.45, length: 2 });
const tone = (hz: number, at: number): Stroke => ({ hz, at, decay: 0, length: 0.45 });

/** Built-in chimes, synthesised here so that they need no licence. */
const chimes: Record<string, { name: Texts; strokes: Stroke[] }> = {
  'chime-two-tone.wav': {
    name: { cn: '两音提示音', en: 'Two-tone chime', kr: '2음 차임' },
    strokes: [bell(659.26, 0), bell(523.25, 0.6)],
  },
  'chime-four-tone.wav': {
    name: { cn: '四音提示音', en: 'Four-tone chime', kr: '4음 차임' },
    strokes: [bell(392, 0), bell(523.25, 0.42), bell(659.26, 0.84), bell(783.99, 1.26)],
  },
  'attention-tone.wav': {
    name: { cn: '注意音', en: 'Attention tone', kr: '주의음' },
    strokes: [tone(960, 0), tone(770, 0.5), tone(960, 1), tone(770, 1.5)],
  },
};
/** Relative amplitude of each overtone, as of a struck bar. */
const PARTIALS = [1, 0.28, 0.12, 0.05];
const PEAK = 0.4;
/** Fade at both ends of a stroke, s, to avoid clicks. */
const EDGE_S = 0.005;

function sampleAt(strokes: readonly Stroke[], t: number): number {
  let sum = 0;
  for (const { hz, at, decay, length } of strokes) {
    const inside = t - at;
    if (inside < 0 || inside > length) continue;
    const edge = Math.min(1, inside / EDGE_S, (length - inside) / EDGE_S);
    const ring = decay === 0 ? 1 : Math.exp(-inside / decay);
    for (const [i, share] of PARTIALS.entries())
      sum += edge * ring * share * Math.sin(2 * Math.PI * hz * (i + 1) * inside);
  }
  return sum * PEAK;
}

/** Renders a chime as a sound file: WAV, 48 kHz, mono, 16 bit. */
function soundOf(strokes: readonly Stroke[]): Buffer {
  const seconds = Math.max(...strokes.map(({ at, length }) => at + length));
  const samples = Math.round(seconds * RATE);
  const bytes = Buffer.alloc(WAV_HEADER_BYTES + samples * 2);
  bytes.set(wavHeader(RATE, samples * 2));
  for (let i = 0; i < samples; i++) {
    const sample = Math.max(-1, Math.min(1, sampleAt(strokes, i / RATE)));
    bytes.writeInt16LE(Math.round(sample * 32_767), WAV_HEADER_BYTES + i * 2);
  }
  return bytes;
}

/**
 * Adds the built-in chimes to the library as plain files, named in a language; those that exist (by their
 * original names) stay as they are. Returns the new rows.
 */
export async function addChimes(
  { files, paths }: { files: Pick<FileService, 'accept' | 'library'>; paths: MediaPaths },
  by: Uploader,
  language: Language,
): Promise<FileRow[]> {
  const made: FileRow[] = [];
  for (const [original_name, { name, strokes }] of Object.entries(chimes)) {
    const query = { page: 1, limit: 100, q: original_name };
    const there = await files.library.crud.list(by.caller, query);
    if (there.rows.some((row) => row.original_name === original_name)) continue;
    const bytes = soundOf(strokes);
    const path = join(paths.incoming, randomUUID());
    await writeDurably(path, [bytes]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const received = { path, original_name, size: bytes.length, sha256, tooLarge: false };
    const { id } = await files.accept(received, by);
    made.push(await files.library.crud.patch(by.caller, by.ip, id, { name: name[language] }));
  }
  return made;
}
