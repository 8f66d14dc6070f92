import { PACKET_US } from '../../contract/audio.ts';
import type { Frame } from './frame.ts';

/** Decodes Opus packets that follow each other; null: that is no Opus. */
export type DecodePackets = (packets: readonly Uint8Array[]) => Float32Array[] | null;

/** The stretch that is measured, before the place that is asked for: a terminal's level covers a second, µs. */
const FROM_US = 500_000;
const TO_US = 100_000;
/** Packets that are decoded before it: the decoder comes from another sound, and is within 1 dB after so many. */
const WARM_UP = 8;
/** Sound is kept for so long after it was heard: reports tell of it later, µs. */
const KEPT_US = 4_000_000;
/** All places within such a step are told the level before its beginning, which lies in the second before each; µs. */
const STEP_US = 500_000;
/** Packets of at most so many bytes hold no sound: Opus sends them for silence. */
const EMPTY_BYTES = 3;
/** Level of digital silence, dBFS. */
const FLOOR_DB = -120;

/**
 * The level of a programme at any place of the last seconds, from the packets themselves. It is worked out only where a
 * terminal says that it plays silence, and once for all that do: a site that sounds costs nothing.
 */
export class DueLevel {
  readonly #decode: DecodePackets | null;
  /** In order of time. */
  #frames: Frame[] = [];
  readonly #known = new Map<number, number>();

  constructor(decode: DecodePackets | null) {
    this.#decode = decode;
  }

  /** Sound that has been heard by now. */
  keep(heard: readonly Frame[], now_us: number): void {
    if (heard.length === 0) return;
    this.#frames.push(...heard);
    const old = this.#frames.findIndex((frame) => frame.at_us >= now_us - KEPT_US);
    if (old !== 0) this.#frames.splice(0, old < 0 ? this.#frames.length : old);
  }

  /**
   * RMS level of the programme shortly before a media time, dBFS before any volume; null: not known there.
   *
   * @param coming what is not heard yet by the server's clock, in order of time
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

  /** What was not heard yet has changed. */
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
