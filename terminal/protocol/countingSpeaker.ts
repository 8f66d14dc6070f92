import { PACKET_US } from '../../contract/protocol/audio.ts';
import { decodeAudioFrame, MAX_AHEAD_MS } from '../../contract/protocol/frames.ts';
import { NO_SOUND, type SoundStatus, type Speaker } from '../audio/speaker.ts';
import { StreamCounter } from './streamCounter.ts';

interface Followed {
  counter: StreamCounter;
  /** Media times of the first and after the last received packet. */
  from: number;
  to: number;
  until: number;
  mayReopen: boolean;
}

/** Number of streams kept; older closed ones are dropped. */
const MAX_STREAMS = 8;

/** A speaker without sound: receives, times and counts the packets, and reports no level. */
export class CountingSpeaker implements Speaker {
  readonly locked = false;
  readonly cardUs = 0;
  readonly aheadMs = MAX_AHEAD_MS;
  readonly #mediaUs: () => number | null;
  readonly #streams = new Map<number, Followed>();

  /** `mediaUs`: media time now, null while it is not known. */
  constructor(mediaUs: () => number | null) {
    this.#mediaUs = mediaUs;
  }

  open(stream: number, fromUs: number): void {
    const known = this.#streams.get(stream);
    // A reopened stream continues with what it has.
    const isContinued = known?.mayReopen === true && known.from <= fromUs && fromUs <= known.to;
    const { from, to } = isContinued ? known : { from: fromUs, to: fromUs };
    const counter = new StreamCounter(fromUs);
    this.#streams.set(stream, { counter, from, to, until: Number.POSITIVE_INFINITY, mayReopen: false });
  }

  audio(bytes: Uint8Array): boolean {
    const frame = decodeAudioFrame(bytes);
    const stream = frame && this.#streams.get(frame.stream);
    if (!stream) return false;
    const now = this.#mediaUs();
    let at = frame.at_us;
    if (at > stream.to) stream.from = at;
    for (let i = 0; i < frame.packets.length; i++) {
      stream.counter.packet(at, now);
      at += PACKET_US;
    }
    stream.to = at;
    return true;
  }

  setGain(): void {}

  flush(stream: number, fromUs: number): void {
    const followed = this.#streams.get(stream);
    if (!followed) return;
    followed.counter.flush();
    followed.to = Math.min(followed.to, fromUs);
  }

  close(stream: number, atUs: number, mayReopen = false): void {
    const followed = this.#streams.get(stream);
    if (!followed) return;
    followed.counter.close(atUs);
    followed.until = atUs;
    followed.mayReopen = mayReopen;
    for (const [number, { until }] of this.#streams) {
      if (this.#streams.size > MAX_STREAMS && until < atUs) this.#streams.delete(number);
    }
  }

  heldUntil(stream: number): number | null {
    return this.#streams.get(stream)?.to ?? null;
  }

  reset(): void {
    this.#streams.clear();
  }

  status(stream: number): SoundStatus {
    const followed = this.#streams.get(stream);
    if (!followed) return NO_SOUND;
    const { counter, from, to, until } = followed;
    const now = this.#mediaUs();
    const end = Math.min(to, until);
    const within = now !== null && now >= from && now < end;
    return {
      ...NO_SOUND,
      sounding: within,
      received: counter.received,
      lost: counter.lost,
      late: counter.late,
      buffer_ms: within ? (end - now) / 1e3 : 0,
    };
  }

  tone(): boolean {
    return false;
  }
}
