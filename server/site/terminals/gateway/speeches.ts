import type { Speak, Spoken } from '../../../../contract/protocol/speech.ts';
import { decodeSpeechFrame, MAX_SPEECH_BYTES } from '../../../../contract/protocol/speech.ts';
import { afterReading } from '../../../platform/process/afterReading.ts';

/** Connection of a terminal that synthesises. */
interface Speaker {
  send(message: Speak): void;
}

/** Receiver of the parts of a sound file that a terminal synthesises. */
export interface SpeechSink {
  part(bytes: Uint8Array): void;
}

interface Waiting {
  connection: Speaker;
  sink: SpeechSink;
  bytes: number;
  end(outcome: SpeechOutcome): void;
}
/** `gone`: the connection ended; `late`: no answer in time; `cancelled`: cancelled by the caller. */
export type SpeechOutcome = Spoken | 'gone' | 'late' | 'cancelled';

/** Number of ended requests whose late parts are tolerated. */
const MAX_REMEMBERED = 64;

/**
 * Texts that terminals synthesise; each request ends with its answer, with the connection, or after its time.
 */
export class Speeches {
  #waiting = new Map<number, Waiting>();
  #over: number[] = [];
  #last = 0;

  send(
    connection: Speaker,
    words: Omit<Speak, 'type' | 'request'>,
    sink: SpeechSink,
    options: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<SpeechOutcome> {
    this.#last += 1;
    const request = this.#last;
    return new Promise((resolve) => {
      const cancel = () => end('cancelled');
      const end = (outcome: SpeechOutcome) => {
        answered();
        options.signal?.removeEventListener('abort', cancel);
        this.#waiting.delete(request);
        this.#over = [...this.#over, request].slice(-MAX_REMEMBERED);
        resolve(outcome);
      };
      const answered = afterReading(options.timeoutMs, () => end('late'));
      if (options.signal?.aborted) return end('cancelled');
      options.signal?.addEventListener('abort', cancel);
      this.#waiting.set(request, { connection, sink, bytes: 0, end });
      connection.send({ type: 'speak', request, ...words });
    });
  }

  /**
   * Handles a binary message.
   * @returns false when it belongs to no request of this terminal, or is too much
   */
  take(connection: Speaker, bytes: Uint8Array): boolean {
    const frame = decodeSpeechFrame(bytes);
    if (frame === null) return false;
    const waiting = this.#waiting.get(frame.request);
    if (waiting === undefined) return this.#over.includes(frame.request);
    if (waiting.connection !== connection) return false;
    waiting.bytes += frame.part.byteLength;
    if (waiting.bytes > MAX_SPEECH_BYTES) return false;
    waiting.sink.part(frame.part);
    return true;
  }

  answered(connection: Speaker, spoken: Spoken): void {
    const waiting = this.#waiting.get(spoken.request);
    if (waiting?.connection === connection) waiting.end(spoken);
  }

  closed(connection: Speaker): void {
    for (const waiting of [...this.#waiting.values()])
      if (waiting.connection === connection) waiting.end('gone');
  }
}
