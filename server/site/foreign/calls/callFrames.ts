import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../../contract/protocol/frames.ts';
import type { Sender } from '../sender.ts';
import { CALLS } from '../sender.types.ts';

interface Handed {
  /** Number of loudspeakers at which the stream is open. */
  users: number;
  /** Media time up to which its packets were handed over. */
  untilUs: number;
}

/** Hands over the packets of each stream once, however many loudspeakers are called with it. */
export class CallFrames {
  readonly #sender: Pick<Sender, 'send'>;
  readonly #streams = new Map<number, Handed>();
  #lastFrame: Uint8Array | null = null;

  constructor(sender: Pick<Sender, 'send'>) {
    this.#sender = sender;
  }

  open(stream: number, from_us: number): void {
    const known = this.#streams.get(stream);
    if (known === undefined) this.#streams.set(stream, { users: 1, untilUs: from_us });
    else known.users++;
  }

  close(stream: number, at_us: number): void {
    const known = this.#streams.get(stream);
    if (known === undefined || --known.users > 0) return;
    this.#streams.delete(stream);
    this.#cut(stream, at_us);
  }

  /** Discards the packets of a stream from a time on: others follow. */
  flush(stream: number, from_us: number): void {
    const known = this.#streams.get(stream);
    if (known === undefined || known.untilUs <= from_us) return;
    known.untilUs = from_us;
    this.#cut(stream, from_us);
  }

  #cut(stream: number, from_us: number): void {
    this.#sender.send({ type: 'cut', key: CALLS, stream, from_us });
  }

  audio(frame: Uint8Array): void {
    // The same bytes come once for each loudspeaker.
    if (frame === this.#lastFrame) return;
    this.#lastFrame = frame;
    const decoded = decodeAudioFrame(frame);
    const known = decoded === null ? undefined : this.#streams.get(decoded.stream);
    if (decoded === null || known === undefined) return;
    const { stream, at_us, packets } = decoded;
    const handed = Math.max(0, Math.round((known.untilUs - at_us) / PACKET_US));
    if (handed >= packets.length) return;
    known.untilUs = at_us + packets.length * PACKET_US;
    this.#sender.send({
      ...{ type: 'frame', key: CALLS, stream },
      at_us: at_us + handed * PACKET_US,
      packets: packets.slice(handed),
    });
  }
}
