import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { spawnLimited } from '../media/child.ts';
import { StreamFailure } from './failure.ts';
import { type DecoderFacts, frameKind, frameReader, SPEECH, SPEECH_AHEAD } from './worker/frames.ts';

const WORKER = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
/**
 * A stream takes half a percent of a core (docs/decisions/0043): this is enough for a week, after which a new process
 * goes on. One that hangs is found by its silence long before.
 */
/** Below the server and above uploads in priority: it must keep up with time. */
const LIMITS = { memoryMb: 1024, cpuSeconds: 3600, nice: 5 };

/** A process that turns the bytes of one stream into packets. */
export interface Decoder {
  /** Gives it bytes; resolves when it can take more. Bytes for one that has ended are dropped. */
  write(bytes: Buffer): Promise<void>;
  /** No more bytes will come: it decodes what it has and ends. */
  finish(): void;
  /** Lets it wait with its packets, and with it whoever writes. */
  hold(isHeld: boolean): void;
  kill(): void;
  /** Resolves when it has ended by itself with all its packets given; rejects with a StreamFailure otherwise. */
  done: Promise<void>;
}

/** A process that decodes one spoken text, to be given to `startDecoder`. */
export const spawnSpeechDecoder = (isAhead: boolean) =>
  spawnLimited({ program: WORKER, argument: isAhead ? SPEECH_AHEAD : SPEECH, limits: LIMITS });

export function startDecoder(
  on: { packet(packet: Uint8Array): void; facts(facts: DecoderFacts): void },
  child: ChildProcessWithoutNullStreams = spawnLimited({ program: WORKER, argument: '', limits: LIMITS }),
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
  /** Lets the writer that waits go on. */
  let goOn = () => {};
  child.stdin.on('drain', () => goOn());
  // Its end is told by `close`.
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

/** Facts of the worker; nothing for anything else, since one taken over by its stream may write what it likes. */
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
