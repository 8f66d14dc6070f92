import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessageKey } from '../../../contract/api/errors.ts';
import type { TtsVoice } from '../../../contract/codes.ts';
import { SPEAK_AHEAD, segmentsOf } from '../../../contract/protocol/segments.ts';
import type { EspeakRequest } from '../../../espeak/request.ts';
import { type ChildLimits, runChild, spawnLimited } from '../../platform/workers/child.ts';
import type { SpeakingTerminals } from '../../site/terminals/tts/speakers.ts';
import type { WorkerLog } from '../files/transcoder.ts';
import type { WarmProcess } from '../files/warmProcess.ts';
import { requestSpeech } from './speechService.ts';

export const ESPEAK = fileURLToPath(new URL('../../../espeak/main.ts', import.meta.url));
/** Limits of a synthesis process: 5,000 Chinese characters, 22 minutes of speech, take espeak-ng 8 s. */
const LIMITS: ChildLimits = {
  memoryMb: 1536,
  cpuSeconds: 120,
  fileMb: 512,
  wallMs: 180_000,
  stallMs: 180_000,
  nice: 0,
};
/** Time that the service is not used after a failure, ms. */
export const SERVICE_REST_MS = 30_000;
/** Longest text, characters, as for real-time tasks. */
export const MAX_TEXT = 5000;

export interface Words {
  text: string;
  voice: TtsVoice;
  /** 0–100; 50 is normal, 0 half, 100 double the speed. */
  speed: number;
}

/** TTS terminal, the service at TTS_URL, or the built-in voices. */
export type SpeechEngine = 'terminal' | 'service' | 'espeak';

export type Spoken = { ok: true; engine: SpeechEngine } | { ok: false; reason: MessageKey; detail: string };

/** Receives a sound file while it is being written. */
export interface Listener {
  bytes(piece: Uint8Array): void;
  /** Another engine starts the text from its beginning: the bytes so far are void. */
  again(): void;
}

export interface Voice {
  /** Engine that would be used now. */
  engine(): SpeechEngine;
  /** Synthesises a text into a sound file, not yet normalised. Refusals are values; never rejects. */
  synthesize(words: Words, output: string, signal?: AbortSignal, listener?: Listener): Promise<Spoken>;
}

/** Starts a process that synthesises one text into a file of a folder, with the limits of a text. */
export const spawnSpeaker = (isAhead: boolean, folder: string, program = ESPEAK) =>
  spawnLimited({ program, argument: isAhead ? SPEAK_AHEAD : '', given: { folder }, limits: LIMITS });

/** Parses a line of the process; an empty object for anything else. */
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
    spare: warm,
  }: { signal?: AbortSignal | undefined; listener?: Listener | undefined; spare?: WarmProcess | undefined },
): Promise<Spoken> {
  const aloud = listener !== undefined;
  const request: EspeakRequest = { ...words, segments: segmentsOf(words.text), output, aloud };
  let isDone = false;
  const outcome = await runChild({
    program,
    argument: '',
    given: { folder: dirname(output) },
    input: JSON.stringify(request),
    limits: LIMITS,
    signal,
    child: signal?.aborted ? undefined : warm?.take(),
    onLine(line) {
      const message = lineOf(line);
      if (typeof message.wav === 'string') listener?.bytes(Buffer.from(message.wav, 'base64'));
      isDone ||= message.samples !== undefined;
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
 * Creates text-to-speech: by an authorized TTS terminal, else by the service at `ttsUrl` if there is one,
 * else, and whenever those fail, by espeak-ng in a child process.
 */
export function createVoice(options: {
  ttsUrl?: string | undefined;
  terminals?: SpeakingTerminals | undefined;
  log: WorkerLog;
  /** Monotonic, ms. */
  now?: () => number;
  /** Called after each use of an engine with its health. An empty text does not count as a failure. */
  onHealth?: (engine: SpeechEngine, isWell: boolean) => void;
  /** Program that speaks without a service; replaced in tests. */
  espeak?: string | undefined;
  /** Pre-started processes of that program. */
  spare?: WarmProcess | undefined;
}): Voice {
  const { ttsUrl, terminals, log, onHealth = () => {}, espeak = ESPEAK, spare: warm } = options;
  const now = options.now ?? (() => performance.now());
  /** After a failure the service is skipped for a while, so that not every announcement waits for it. */
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
          // The failure is shown with the terminal; another engine takes over.
          log.warn({ error: String(error) }, 'a TTS terminal did not speak');
          if (signal?.aborted) return { ok: false, reason: 'media.processingCancelled', detail: 'cancelled' };
        }
      }
      const base = service();
      if (base) {
        try {
          await requestSpeech(base, words, output, signal, listener);
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
      const spoken = await byEspeak(espeak, words, output, { signal, listener, spare: warm });
      if (!signal?.aborted) onHealth('espeak', spoken.ok);
      if (!spoken.ok) log.warn(spoken, 'text could not be spoken');
      return spoken;
    },
  };
}
