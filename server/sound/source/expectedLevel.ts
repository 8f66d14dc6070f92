import { PACKET_US } from '../../../contract/protocol/audio.ts';
import type { Frame } from './frame.ts';

/** Decodes consecutive Opus packets; null: not Opus, or the decoder is not ready. */
export type DecodePackets = (packets: readonly Uint8Array[]) => Float32Array[] | null;

/** Window that is measured, before the given media time, µs: a terminal's level covers one second. */
const FROM_US = 500_000;
const TO_US = 100_000;
/**
 * Packets decoded before the window to settle the decoder, which comes from another sound: within 1 dB after
 * so many.
 */
const WARM_UP = 8;
/** Time for which sound is kept after it was heard, since reports about it come later, µs. */
const KEPT_US = 4_000_000;
/** Grid of the measured places: all places within a step get the level before its beginning, µs. */
const STEP_US = 500_000;
/** Packets of at most this size hold silence, bytes. */
const EMPTY_BYTES = 3;
/** Level of digital silence, dBFS. */
const FLOOR_DB = -120;

/**
 * Level of a programme at any place of the last seconds, measured from its packets. Measured only where a
 * terminal reports silence, and once for all such terminals: a site whose terminals sound costs nothing.
 */
export class ExpectedLevel {
  readonly #decode: DecodePackets | null;
  /** Frames ordered by time. */
  #frames: Frame[] = [];
  readonly #known = new Map<number, number>();

  constructor(decode: DecodePackets | null) {
    this.#decode = decode;
  }

  /** Adds frames that have been heard by now. */
  keep(heard: readonly Frame[], nowUs: number): void {
    if (heard.length === 0) return;
    this.#frames.push(...heard);
    const old = this.#frames.findIndex((frame) => frame.at_us >= nowUs - KEPT_US);
    if (old !== 0) this.#frames.splice(0, old < 0 ? this.#frames.length : old);
  }

  /**
   * RMS level of the programme shortly before a media time, dBFS before any volume; null: not known.
   *
   * @param coming frames in the future of the server's clock, in order of time
   */
  at(us: number, coming: readonly Frame[]): number | null {
    const step = Math.floor(us / STEP_US);
    const known = this.#known.get(step);
    if (known !== undefined) return known;
    const level = this.#measure(step * STEP_US, coming);
    if (this.#known.size > 16) this.#known.clear();
    if (level !== null) this.#known.set(step, level);
    return level;
  }

  /** Drops measured levels, because frames in the future have changed. */
  forget(): void {
    this.#known.clear();
  }

  #measure(us: number, coming: readonly Frame[]): number | null {
    const from_us = us - FROM_US;
    const before: Uint8Array[] = [];
    const within: Uint8Array[] = [];
    for (const { at_us, packets } of [...this.#frames, ...coming])
      for (const [i, packet] of packets.entries()) {
        const at = at_us + i * PACKET_US;
        if (at < from_us) before.push(packet);
        else if (at + PACKET_US <= us - TO_US) within.push(packet);
      }
    if (within.length < (FROM_US - TO_US) / PACKET_US - 1) return null;
    if (within.every((packet) => packet.length <= EMPTY_BYTES)) return FLOOR_DB;
    const warm = before.slice(-WARM_UP);
    if (warm.length < WARM_UP) return null;
    const pcm = this.#decode?.([...warm, ...within]) ?? null;
    return pcm === null ? null : levelOf(pcm.slice(WARM_UP));
  }
}

function levelOf(parts: readonly Float32Array[]): number {
  let squares = 0;
  let count = 0;
  for (const part of parts) {
    for (const sample of part) squares += sample * sample;
    count += part.length;
  }
  return count === 0 ? FLOOR_DB : Math.max(FLOOR_DB, 10 * Math.log10(squares / count));
}
