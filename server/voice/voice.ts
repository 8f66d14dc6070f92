import { fileURLToPath } from 'node:url';
import type { TtsVoice } from '../../contract/codes.ts';
import type { MessageKey } from '../../contract/errors.ts';
import { SPEAK_AHEAD, segmentsOf } from '../../contract/segments.ts';
import type { EspeakRequest } from '../../espeak/request.ts';
import { type ChildLimits, runChild, spawnLimited } from '../media/child.ts';
import type { Spare } from '../media/spare.ts';
import type { WorkerLog } from '../media/transcoder.ts';
import { askSpeechService } from './speechService.ts';

const ESPEAK = fileURLToPath(new URL('../../espeak/main.ts', import.meta.url));
/** 5,000 Chinese characters, 22 minutes of speech, take espeak-ng 8 s. */
const LIMITS: ChildLimits = {
  memoryMb: 1536,
  cpuSeconds: 120,
  wallMs: 180_000,
  stallMs: 180_000,
  nice: 0,
};
/** How long the service is not asked after it failed. */
export const SERVICE_REST_MS = 30_000;
/** Longest text, characters (spec 3 gives none; the real-time task allows as many). */
export const MAX_TEXT = 5000;

export interface Words {
  text: string;
  voice: TtsVoice;
  /** 0–100; 50 is normal, 0 half, 100 double the speed. */
  speed: number;
}

/** A TTS terminal, the service at TTS_URL, or the built-in voices. */
export type SpeechEngine = 'terminal' | 'service' | 'espeak';

/** The TTS terminals that are authorized (server/terminals/tts). */
export interface SpeakingTerminals {
  /** Whether one of them is free to speak. */
  ready(): boolean;
  /** Has one speak a text into a sound file. Rejects when none can, or it fails. */
  speak(words: Words, output: string, signal?: AbortSignal, listener?: Listener): Promise<void>;
}

export type Spoken = { ok: true; engine: SpeechEngine } | { ok: false; reason: MessageKey; detail: string };

/** Hears a sound file while it is being written. */
export interface Listener {
  bytes(piece: Uint8Array): void;
  /** Somebody else speaks the text from its beginning: what was heard so far is void. */
  again(): void;
}

export interface Voice {
  /** Who would speak now. */
  engine(): SpeechEngine;
  /** Speaks a text into a sound file, not yet normalised. Refusals are values; never rejects. */
  synthesize(words: Words, output: string, signal?: AbortSignal, listener?: Listener): Promise<Spoken>;
}

/** Starts a process that speaks one text; the limits are those of the text. */
export const spawnSpeaker = (isAhead: boolean, program = ESPEAK) =>
  spawnLimited({ program, argument: isAhead ? SPEAK_AHEAD : '', limits: LIMITS });

/** What a line says; nothing, where it is none of ours. */
function lineOf(line: string): { wav?: unknown; samples?: unknown } {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

async function byEspeak(
  program: string,
  words: Words,
  output: string,
  {
    signal,
    listener,
    spare,
  }: { signal?: AbortSignal | undefined; listener?: Listener | undefined; spare?: Spare | undefined },
): Promise<Spoken> {
  const aloud = listener !== undefined;
  const request: EspeakRequest = { ...words, segments: segmentsOf(words.text), output, aloud };
  let isDone = false;
  const outcome = await runChild({
    program,
    argument: '',
    input: JSON.stringify(request),
    limits: LIMITS,
    signal,
    child: signal?.aborted ? undefined : spare?.take(),
    onLine(line) {
      const said = lineOf(line);
      if (typeof said.wav === 'string') listener?.bytes(Buffer.from(said.wav, 'base64'));
      isDone ||= said.samples !== undefined;
    },
  });
  if (outcome.code === 0 && isDone) return { ok: true, engine: 'espeak' };
  if (outcome.stoppedFor === 'cancelled')
    return { ok: false, reason: 'media.processingCancelled', detail: 'cancelled' };
  const isLate = outcome.stoppedFor === 'timeout' || outcome.signal === 'SIGXCPU';
  const reason = isLate ? 'media.speechTooSlow' : 'media.speechEngineFailed';
  return { ok: false, reason, detail: `espeak: code ${outcome.code}, ${outcome.signal}. ${outcome.stderr}` };
}

/**
 * Speech from text: by an authorized TTS terminal, else by the service at `ttsUrl` if there is one, else, and
 * whenever those fail, by espeak-ng in a child process (design 3).
 */
export function createVoice(options: {
  ttsUrl?: string | undefined;
  terminals?: SpeakingTerminals | undefined;
  log: WorkerLog;
  /** Monotonic, ms. */
  now?: () => number;
  /** Hears after each use of an engine whether it works. A text that holds nothing to say is not its fault. */
  onHealth?: (engine: SpeechEngine, isWell: boolean) => void;
  /** The program that speaks without a service, another one in tests. */
  espeak?: string | undefined;
  /** Processes of that program that were started ahead. */
  spare?: Spare | undefined;
}): Voice {
  const { ttsUrl, terminals, log, onHealth = () => {}, espeak = ESPEAK, spare } = options;
  const now = options.now ?? (() => performance.now());
  /** After a failure the service is left alone for a while: an announcement must not wait for it each time. */
  let failedUntil = Number.NEGATIVE_INFINITY;
  const service = () => (now() >= failedUntil ? ttsUrl : undefined);
  return {
    engine: () => (terminals?.ready() ? 'terminal' : service() ? 'service' : 'espeak'),
    async synthesize(words, output, signal, listener) {
      if (segmentsOf(words.text).length === 0)
        return { ok: false, reason: 'media.speechEmpty', detail: 'no letter and no figure in it' };
      if (terminals?.ready()) {
        try {
          await terminals.speak(words, output, signal, listener);
          return { ok: true, engine: 'terminal' };
        } catch (error) {
          listener?.again();
          // That terminal's own business, shown on its screen: somebody else speaks.
          log.warn({ error: String(error) }, 'a TTS terminal did not speak');
          if (signal?.aborted) return { ok: false, reason: 'media.processingCancelled', detail: 'cancelled' };
        }
      }
      const base = service();
      if (base) {
        try {
          await askSpeechService(base, words, output, signal, listener);
          onHealth('service', true);
          return { ok: true, engine: 'service' };
        } catch (error) {
          listener?.again();
          if (!signal?.aborted) {
            failedUntil = now() + SERVICE_REST_MS;
            onHealth('service', false);
          }
          log.warn(
            { error: String(error), cause: String((error as Error).cause ?? '') },
            'speech service failed',
          );
        }
      }
      const spoken = await byEspeak(espeak, words, output, { signal, listener, spare });
      if (!signal?.aborted) onHealth('espeak', spoken.ok);
      if (!spoken.ok) log.warn(spoken, 'text could not be spoken');
      return spoken;
    },
  };
}
