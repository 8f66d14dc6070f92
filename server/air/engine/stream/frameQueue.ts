import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { before, type Frame } from '../../../sound/source/frame.ts';

/** Messages of a stream that lie in the future of the media clock, numbered from the start of the stream. */
export class FrameQueue {
  #frames: Frame[] = [];
  /** Number of the oldest message. */
  #first = 0;

  get first(): number {
    return this.#first;
  }

  /** Number of the next message that is added. */
  get end(): number {
    return this.#first + this.#frames.length;
  }

  /** All messages, in order of time. */
  get all(): readonly Frame[] {
    return this.#frames;
  }

  at(number: number): Frame | undefined {
    return this.#frames[number - this.#first];
  }

  add(frame: Frame): void {
    this.#frames.push(frame);
  }

  /** Takes out what has been heard by a media time. */
  takeHeard(nowUs: number): Frame[] {
    const coming = this.#frames.findIndex((f) => f.at_us + f.packets.length * PACKET_US > nowUs);
    const heard = this.#frames.splice(0, coming < 0 ? this.#frames.length : coming);
    this.#first += heard.length;
    return heard;
  }

  /** Drops all sound from a media time on. */
  cut(from_us: number): void {
    this.#frames = this.#frames.flatMap((frame) => before(frame, from_us) ?? []);
  }
}
