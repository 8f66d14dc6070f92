import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { AttentionTone } from '../../../contract/codes.ts';
import { PACKET_US, PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { WAV_HEADER_BYTES, wavHeader } from '../../../contract/protocol/wav.ts';
import type { MediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { createSlices } from '../../platform/process/slices.ts';
import type { BroadcastItem } from '../source/broadcastItem.ts';
import { PROGRAMME_FILE } from './programmeFiles.ts';
import type { Transcoder } from './transcoder.ts';

/** Attention tones of messages, and the tone by which a person tries out a loudspeaker. */
export type Tone = Exclude<AttentionTone, 'none'> | 'test';

const RATE = 48_000;
/** Incremented when the synthesis of a tone changes. */
const VERSION = 1;
const PEAK = 0.5;
/** Fade at both ends of a pulse, s, to avoid clicks. */
const EDGE_S = 0.005;

interface Shape {
  seconds: number;
  /** Pitch at a time, Hz; null: silence. */
  hz(t: number): number | null;
  /** Seconds to the nearest edge of a pulse. */
  edge(t: number): number;
}

/**
 * Attention tones of a few seconds, played before every round of a message: `evacuate` falls from 1200 to 500
 * Hz in one second, four times (DIN 33404-3); `temporal_three` is one round of ISO 8201: half a second on and
 * off, three times, with a second and a half of silence after the third; `alert` alternates between two
 * steady pitches every half second. `test` resembles none of them: one steady pitch, as engineers use it.
 */
const shapes: Record<Tone, Shape> = {
  evacuate: { seconds: 4, hz: (t) => 1200 - 700 * (t % 1), edge: (t) => Math.min(t, 4 - t) },
  temporal_three: {
    seconds: 4,
    hz: (t) => (t < 3 && t % 1 < 0.5 ? 970 : null),
    edge: (t) => Math.min(t % 1, 0.5 - (t % 1)),
  },
  alert: { seconds: 4, hz: (t) => (t % 1 < 0.5 ? 800 : 970), edge: (t) => Math.min(t, 4 - t) },
  test: { seconds: 3, hz: () => 1000, edge: (t) => Math.min(t, 3 - t) },
};

/** Samples rendered between two slices: about 1 ms of the event loop. */
const BLOCK = 4_000;

/** Renders a tone as a WAV file at 48 kHz, mono, in slices of the event loop. */
async function wavOf(tone: Tone): Promise<Buffer> {
  const { seconds, hz, edge } = shapes[tone];
  const count = seconds * RATE;
  const bytes = Buffer.alloc(WAV_HEADER_BYTES + count * 2);
  bytes.set(wavHeader(RATE, count * 2));
  const nextSlice = createSlices();
  // The phase is continuous through every change of pitch, to avoid clicks.
  let phase = 0;
  for (let i = 0; i < count; i++) {
    if (i % BLOCK === 0) await nextSlice();
    const t = i / RATE;
    const pitch = hz(t);
    if (pitch === null) continue;
    phase += (2 * Math.PI * pitch) / RATE;
    const swell = Math.max(0, Math.min(1, edge(t) / EDGE_S));
    // Two overtones keep the tone audible where loudspeaker or listener miss a frequency.
    const sample = PEAK * swell * (Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.15 * Math.sin(3 * phase));
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), WAV_HEADER_BYTES + i * 2);
  }
  return bytes;
}

/** Tones as programmes, normalised like all other sound. */
export interface Tones {
  /** Rendered once and stored. @throws AppError 999 `media.processingFailed` and the like */
  of(tone: Tone): Promise<BroadcastItem>;
}

export function createTones(deps: { paths: MediaPaths; transcoder: Transcoder }): Tones {
  const { paths, transcoder } = deps;
  const making = new Map<Tone, Promise<BroadcastItem>>();

  async function find(tone: Tone): Promise<BroadcastItem | null> {
    const path = paths.toneRelative(`${tone}-${VERSION}`);
    try {
      const { size } = await stat(join(paths.dataDir, path, PROGRAMME_FILE));
      const duration_ms = (size / PROGRAMME_PACKET_BYTES) * (PACKET_US / 1000);
      return { kind: 'speech', file_id: null, name: tone, path, duration_ms };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async function make(tone: Tone): Promise<BroadcastItem> {
    const known = await find(tone);
    if (known !== null) return known;
    const input = join(paths.incoming, randomUUID());
    try {
      // Plain write: input of the transcoder, removed afterwards.
      await writeFile(input, await wavOf(tone));
      const outDir = join(paths.dataDir, paths.toneRelative(`${tone}-${VERSION}`));
      const done = await transcoder.enqueue({ input, outDir });
      if (!done.ok) throw new AppError(errorCode.refused, done.reason);
      const made = await find(tone);
      if (made === null) throw new AppError(errorCode.refused, 'media.processingFailed');
      return made;
    } finally {
      await rm(input, { force: true });
    }
  }

  return {
    of(tone) {
      let item = making.get(tone);
      if (item === undefined) {
        item = make(tone).finally(() => making.delete(tone));
        making.set(tone, item);
      }
      return item;
    },
  };
}
