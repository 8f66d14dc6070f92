import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { spawnLimited } from '../../platform/workers/child.ts';
import { StreamFailure } from './failure.ts';
import { type DecoderFacts, frameKind, frameReader, SPEECH, SPEECH_AHEAD } from './worker/frames.ts';

export const RADIO_WORKER = fileURLToPath(new URL('./worker/radioWorker.ts', import.meta.url));
/**
 * Limits of a decoder process. A stream takes half a percent of a core (docs/decisions/0043-streams.md): the
 * processor time is enough for a week, after which a new process continues. A hanging process is detected
 * earlier by its silence. It has the priority of the server: terminals play what it decodes as it comes.
 */
const LIMITS = { memoryMb: 1024, cpuSeconds: 3600, fileMb: 16 };

/** Process that decodes the bytes of one stream to Opus packets. */
export interface Decoder {
  /** Writes bytes; resolves when it can take more. Bytes for a process that has ended are dropped. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the input: it decodes what it has and exits. */
  finish(): void;
  /** Pauses its output, and with it the input (back-pressure). */
  hold(isHeld: boolean): void;
  kill(): void;
  /**
   * Resolves when it has ended by itself and delivered all its packets; rejects with a StreamFailure
   * otherwise.
   */
  done: Promise<void>;
}

/** Spawns a process that decodes the speech of one text, to be passed to `startDecoder`. */
export const spawnSpeechDecoder = (isAhead: boolean) =>
  spawnLimited({ program: RADIO_WORKER, argument: isAhead ? SPEECH_AHEAD : SPEECH, limits: LIMITS });

export function startDecoder(
  on: { packet(packet: Uint8Array): void; facts(facts: DecoderFacts): void },
  child: ChildProcessWithoutNullStreams = spawnLimited({
    program: RADIO_WORKER,
    argument: '',
    limits: LIMITS,
  }),
): Decoder {
  let refused: string | undefined;
  let packets = 0;
  const read = frameReader((kind, body) => {
    if (kind === frameKind.packet) {
      packets++;
      on.packet(body);
    } else if (kind === frameKind.facts) {
      const facts = parse(body);
      if (facts.refused === undefined) on.facts(facts);
      else refused = facts.refused;
    }
  });
  child.stdout.on('data', read);
  child.stderr.resume();
  /** Resumes the waiting writer. */
  let goOn = () => {};
  child.stdin.on('drain', () => goOn());
  // The end of the process is reported by `close`.
  child.stdin.on('error', () => {});
  let ended = false;
  const done = new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(new StreamFailure('radio.decoder', {}, String(error))));
    child.on('close', (code, signal) => {
      ended = true;
      child.stdin.destroy();
      goOn();
      if (code === 0 && refused === undefined && packets > 0) resolve();
      else if (code === 0)
        reject(new StreamFailure('radio.notAudio', {}, refused ?? 'nothing could be decoded'));
      else reject(new StreamFailure('radio.decoder', {}, `code ${code}, ${signal}`));
    });
  });
  done.catch(() => {});
  return {
    done,
    async write(bytes) {
      if (ended || bytes.length === 0 || child.stdin.destroyed) return;
      if (child.stdin.write(bytes)) return;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    },
    finish: () => child.stdin.end(),
    hold(isHeld) {
      if (isHeld) child.stdout.pause();
      else child.stdout.resume();
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/**
 * Parses facts of the worker; an empty object for anything else, as a compromised worker may write anything.
 */
function parse(body: Uint8Array): DecoderFacts {
  try {
    const facts = JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, unknown>;
    const { codec, bitrate, refused } = facts;
    return {
      ...(typeof codec === 'string' ? { codec: codec.slice(0, 20) } : {}),
      ...(typeof bitrate === 'number' ? { bitrate } : {}),
      ...(typeof refused === 'string' ? { refused: refused.slice(0, 500) } : {}),
    };
  } catch {
    return {};
  }
}
