import { PACKET_US } from '../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../contract/protocol/frames.ts';
import { before, type Frame, from } from '../../server/sound/source/frame.ts';

/** Time for which a frame that was heard is kept, µs. */
const KEPT_US = 1_000_000;

/** Terminal that receives the stream. */
export interface Listener {
  /** Longest time ahead of being heard for which it stores sound, µs. */
  readonly reserveUs: number;
  /** Bytes that wait in its socket. */
  readonly bufferedBytes: number;
  sendAudio(bytes: Uint8Array): void;
}

/** Bytes waiting in a socket above which no sound is added. */
const BUSY_BYTES = 24_576;

interface Member {
  listener: Listener;
  /** Number of the frame that it gets next, and packets of it that are left out. */
  next: number;
  skip: number;
}

/** Frames of one stream, and the terminals that get them. */
export class RelayStream {
  #frames: (Frame & { number: number })[] = [];
  readonly #members = new Map<number, Member>();
  /** The flush that was performed last; it comes for many terminals. */
  #flushed = '';

  get isEmpty(): boolean {
    return this.#members.size === 0 && this.#frames.length === 0;
  }

  join(session: number, listener: Listener, next: number, skip: number): void {
    this.#members.set(session, { listener, next, skip });
  }

  leave(session: number): void {
    this.#members.delete(session);
  }

  add(number: number, bytes: Uint8Array, nowUs: number): void {
    const frame = decodeAudioFrame(bytes);
    if (frame === null) return;
    this.#frames.push({ ...frame, bytes, number });
    this.forgetHeard(nowUs);
  }

  /** Drops all sound from a media time on. @param flush text of the message, equal for all terminals */
  flush(flush: string, fromUs: number): void {
    if (flush === this.#flushed) return;
    this.#flushed = flush;
    this.#frames = this.#frames.flatMap((frame) => {
      const kept = before(frame, fromUs);
      return kept === null ? [] : [{ ...kept, number: frame.number }];
    });
  }

  forgetHeard(nowUs: number): void {
    const first = this.#frames.findIndex(
      ({ at_us, packets }) => at_us + packets.length * PACKET_US > nowUs - KEPT_US,
    );
    this.#frames.splice(0, first < 0 ? this.#frames.length : first);
  }

  /** Sends each terminal what it can store by now. */
  deliver(nowUs: number): void {
    for (const member of this.#members.values()) this.#deliverTo(member, nowUs);
  }

  deliverTo(session: number, nowUs: number): void {
    const member = this.#members.get(session);
    if (member !== undefined) this.#deliverTo(member, nowUs);
  }

  #deliverTo(member: Member, nowUs: number): void {
    const { listener } = member;
    for (const frame of this.#frames) {
      if (frame.number < member.next) continue;
      if (frame.at_us - nowUs > listener.reserveUs || listener.bufferedBytes > BUSY_BYTES) return;
      member.next = frame.number + 1;
      const { skip } = member;
      member.skip = 0;
      const isOver = frame.at_us + frame.packets.length * PACKET_US <= nowUs;
      if (isOver) continue;
      if (skip >= frame.packets.length) continue;
      listener.sendAudio(skip === 0 ? frame.bytes : from(frame, skip).bytes);
    }
  }
}
