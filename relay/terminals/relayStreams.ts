import { z } from 'zod';
import { decodeAudioFrame } from '../../contract/protocol/frames.ts';
import { type Listener, RelayStream } from './relayStream.ts';

const cutMessage = z.object({ type: z.string(), stream: z.number(), from_us: z.number().optional() });
const CUTS = ['{"type":"stream.flush"', '{"type":"stream.close"'];

/** Streams that this relay distributes. */
export class RelayStreams {
  readonly #streams = new Map<number, RelayStream>();

  /** A frame has come: everybody who has joined its stream gets it. */
  add(number: number, bytes: Uint8Array, nowUs: number): void {
    const stream = decodeAudioFrame(bytes)?.stream;
    if (stream === undefined) return;
    const one = this.#of(stream);
    // The frame is kept, so it must not share the memory of a larger message.
    one.add(number, Uint8Array.from(bytes), nowUs);
    one.deliver(nowUs);
  }

  join(
    session: number,
    listener: Listener,
    { stream, frame, skip }: { stream: number; frame: number; skip: number },
    nowUs: number,
  ): void {
    const one = this.#of(stream);
    one.join(session, listener, frame, skip);
    one.deliverTo(session, nowUs);
  }

  /** Takes in a message to terminals that ends or cuts a stream. */
  follow(text: string, sessions: Iterable<number>): void {
    if (!CUTS.some((start) => text.startsWith(start))) return;
    const { type, stream, from_us } = cutMessage.parse(JSON.parse(text));
    const one = this.#streams.get(stream);
    if (type === 'stream.flush') one?.flush(text, from_us ?? Number.POSITIVE_INFINITY);
    else for (const session of sessions) one?.leave(session);
  }

  gone(session: number): void {
    for (const one of this.#streams.values()) one.leave(session);
  }

  /** Sends what is due, and forgets streams that have ended. */
  deliver(nowUs: number): void {
    for (const [stream, one] of this.#streams) {
      one.forgetHeard(nowUs);
      if (one.isEmpty) this.#streams.delete(stream);
      else one.deliver(nowUs);
    }
  }

  clear(): void {
    this.#streams.clear();
  }

  #of(stream: number): RelayStream {
    const known = this.#streams.get(stream) ?? new RelayStream();
    this.#streams.set(stream, known);
    return known;
  }
}
