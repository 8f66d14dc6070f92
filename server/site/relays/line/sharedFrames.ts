import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { AUDIO_HEADER_BYTES, decodeAudioFrame } from '../../../../contract/protocol/frames.ts';
import { encodeRelayFrame, relayFrame } from '../../../../contract/protocol/relayLink.ts';
import type { Outbox } from './outbox.ts';

/** Time for which a frame that was heard is still known, µs. */
const KEPT_US = 1_000_000;

interface Sent {
  number: number;
  at_us: number;
  endUs: number;
  bytes: Uint8Array;
}

interface SharedStream {
  /** Frames that the relay has, in order. */
  sent: Sent[];
  /** Sessions that get them, with the number of the first frame that they get. */
  members: Map<number, number>;
}

/**
 * Frames of sound on the way to a relay: each is sent once, for all terminals that have joined its stream there. A
 * terminal that joins later gets the earlier ones from the relay, which has them until they are heard.
 */
export class SharedFrames {
  readonly #outbox: Outbox;
  readonly #now: () => number;
  readonly #streams = new Map<number, SharedStream>();
  #next = 1;

  /** @param now media time, µs */
  constructor(outbox: Outbox, now: () => number) {
    this.#outbox = outbox;
    this.#now = now;
  }

  /** Sends a frame to a terminal, if the relay does not do it anyway. */
  send(session: number, bytes: Uint8Array): void {
    const frame = decodeAudioFrame(bytes);
    if (frame === null) return;
    const { stream, at_us, packets } = frame;
    const shared = this.#streams.get(stream) ?? { sent: [], members: new Map<number, number>() };
    this.#streams.set(stream, shared);
    const endUs = at_us + packets.length * PACKET_US;
    const known = shared.sent.findLast((one) => one.endUs === endUs && one.at_us <= at_us);
    if (known !== undefined && hasEnd(known.bytes, bytes)) {
      const first = shared.members.get(session);
      if (first === undefined) {
        this.#join(session, stream, known.number, Math.round((at_us - known.at_us) / PACKET_US));
        shared.members.set(session, known.number);
      } else if (first > known.number) this.#alone(session, bytes);
      return;
    }
    if (at_us < (shared.sent.at(-1)?.endUs ?? Number.NEGATIVE_INFINITY)) {
      this.#alone(session, bytes);
      return;
    }
    const number = this.#next++;
    this.#forgetHeard(shared);
    shared.sent.push({ number, at_us, endUs, bytes });
    if (!shared.members.has(session)) {
      this.#join(session, stream, number, 0);
      shared.members.set(session, number);
    }
    this.#outbox.bytes(encodeRelayFrame(relayFrame.shared, number, bytes), null);
  }

  /** The stream was cut: the relay drops what is later. */
  cut(stream: number, fromUs: number): void {
    const shared = this.#streams.get(stream);
    if (shared !== undefined) shared.sent = shared.sent.filter(({ endUs }) => endUs <= fromUs);
  }

  leave(session: number, stream: number): void {
    const shared = this.#streams.get(stream);
    shared?.members.delete(session);
    if (shared?.members.size === 0) this.#streams.delete(stream);
  }

  /** The session has ended. */
  gone(session: number): void {
    for (const stream of [...this.#streams.keys()]) this.leave(session, stream);
  }

  #join(session: number, stream: number, frame: number, skip: number): void {
    this.#outbox.add(session, `join ${stream} ${frame} ${skip}`, { type: 'join', stream, frame, skip });
  }

  #alone(session: number, bytes: Uint8Array): void {
    this.#outbox.bytes(encodeRelayFrame(relayFrame.single, session, bytes), session);
  }

  #forgetHeard(shared: SharedStream): void {
    const until = this.#now() - KEPT_US;
    const first = shared.sent.findIndex(({ endUs }) => endUs > until);
    if (first > 0) shared.sent.splice(0, first);
  }
}

/** Tells if a frame is another one, without its first packets. */
function hasEnd(whole: Uint8Array, part: Uint8Array): boolean {
  if (whole === part) return true;
  const [a, b] = [Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength), Buffer.from(part)];
  const content = b.subarray(AUDIO_HEADER_BYTES);
  return a.byteLength >= b.byteLength && a.subarray(a.byteLength - content.byteLength).equals(content);
}
