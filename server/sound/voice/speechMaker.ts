import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, errorCode, type MessageKey } from '../../../contract/api/errors.ts';
import { PACKET_US, PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import type { MediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { PROGRAMME_FILE } from '../files/programmeFiles.ts';
import type { Transcoder } from '../files/transcoder.ts';
import type { Speech } from './growingSpeech.ts';
import { GrowingSpeech, type SpokenLive, type StartDecoder } from './growingSpeech.ts';
import type { Voice, Words } from './voice.ts';

export interface SpeechMaker {
  /**
   * Builds the programme of a text, from the cache if it exists. Concurrent equal requests share one build.
   * With `again` it is synthesised again, in addition to a version that may be on the air.
   * @throws AppError 999 `media.speechFailed` with the reason
   */
  build(words: Words, options?: { again?: boolean }): Promise<Speech>;
  /**
   * Like `build`, but resolves once the beginning can be played, while the rest is still being synthesised.
   * Cached speech, or speech whose beginning is not available earlier, is returned complete.
   * @throws AppError as `build`, when it fails before anything could be heard
   */
  begin(words: Words): Promise<Speech | SpokenLive>;
  /** Finds synthesised speech by its key; null if it does not exist (any more). */
  find(key: string): Promise<Speech | null>;
  /** Removes speech that was not used for a month, except the paths in `keep`. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
  /** Cancels running synthesis (`media.processingCancelled`). */
  close(): void;
}

export interface SpeechDeps {
  paths: MediaPaths;
  voice: Voice;
  transcoder: Transcoder;
  /** Decodes speech as it arrives. */
  decode: StartDecoder;
}

const KEPT_MS = 30 * 86_400_000;
/** Incremented when the result for the same words changes. */
const VERSION = 1;
const KEY = /^[0-9a-f]{64}$/;

/**
 * Creates the cache of synthesised speech: built once per text, voice and speed, and stored under their hash.
 */
export function createSpeechMaker({ paths, voice, transcoder, decode }: SpeechDeps): SpeechMaker {
  const making = new Map<string, Promise<Speech>>();
  const closing = new AbortController();

  /** The engine is part of the key, as the voices of the service and the built-in ones differ. */
  function keyOf({ text, voice: who, speed }: Words, engine: string, take = ''): string {
    const words = JSON.stringify([VERSION, engine, text, who, speed, ...(take === '' ? [] : [take])]);
    return createHash('sha256').update(words).digest('hex');
  }

  async function find(key: string): Promise<Speech | null> {
    if (!KEY.test(key)) return null;
    const dir = join(paths.speech, key);
    try {
      const { size } = await stat(join(dir, PROGRAMME_FILE));
      const now = new Date();
      await utimes(dir, now, now);
      const duration_ms = (size / PROGRAMME_PACKET_BYTES) * (PACKET_US / 1000);
      return { key, path: paths.speechRelative(key), duration_ms };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  function failed(reason: MessageKey): AppError {
    return new AppError(errorCode.refused, 'media.speechFailed', { reason });
  }

  async function make(words: Words, take = '', growing?: GrowingSpeech): Promise<Speech> {
    const input = join(paths.incoming, randomUUID());
    try {
      const spoken = await voice.synthesize(words, input, closing.signal, growing);
      if (spoken.ok) growing?.finish();
      else growing?.end();
      if (!spoken.ok) throw failed(spoken.reason);
      const key = keyOf(words, spoken.engine, take);
      const done = await transcoder.enqueue({ input, outDir: join(paths.speech, key) });
      if (!done.ok) throw failed(done.reason);
      const speech = await find(key);
      if (speech === null) throw failed('media.processingFailed');
      return speech;
    } finally {
      await rm(input, { force: true });
    }
  }

  /** Finds speech that exists or is being built. */
  async function present(key: string): Promise<Speech | null> {
    return (await find(key)) ?? making.get(key) ?? null;
  }

  function started(key: string, words: Words, growing?: GrowingSpeech): Promise<Speech> {
    const speech = make(words, '', growing).finally(() => making.delete(key));
    making.set(key, speech);
    return speech;
  }

  return {
    find,
    async build(words, { again = false } = {}) {
      if (again) return make(words, randomUUID());
      const wanted = keyOf(words, voice.engine());
      return (await present(wanted)) ?? started(wanted, words);
    },
    async begin(words) {
      const wanted = keyOf(words, voice.engine());
      const there = await present(wanted);
      if (there !== null) return there;
      const growing = new GrowingSpeech(decode);
      const built = started(wanted, words, growing);
      // Errors are handled by the broadcast that awaits `built`, perhaps later.
      built.catch(() => {});
      await Promise.race([growing.ready, built]);
      return growing.packets.length === 0 ? built : { growing, built };
    },
    async sweep(keep) {
      for (const key of await readdir(paths.speech)) {
        if (keep.has(paths.speechRelative(key))) continue;
        const dir = join(paths.speech, key);
        const { mtimeMs } = await stat(dir);
        if (mtimeMs < Date.now() - KEPT_MS) await rm(dir, { recursive: true, force: true });
      }
    },
    close: () => closing.abort(),
  };
}
