import type { Speaker } from '../audio/speaker.ts';
import type { StreamOpen } from '../audio/streams.ts';
import type { MediaClock } from '../protocol/mediaClock.ts';
import type { MediaStore } from './mediaStore.ts';
import { PacketReader } from './packetReader.ts';

/** Silence of an open alarm after which it is played from stored content, µs. */
const GRACE_US = 500_000;
/** Lead of its start, µs. */
const START_US = 100_000;

export interface AlarmFallbackDeps {
  speaker: Speaker;
  clock: MediaClock;
  store: MediaStore;
  holds(item: string): boolean;
}

/**
 * Plays an open alarm from stored content when the link delivers its sound too late (docs/protocols/terminal-protocol.md,
 * "Alarms"): the same packets at the same times, in sync with the other loudspeakers.
 */
export class AlarmFallback {
  readonly #deps: AlarmFallbackDeps;
  #reader: PacketReader | null = null;
  /** Local time since which it is due and silent, µs. */
  #quietSince: number | null = null;

  constructor(deps: AlarmFallbackDeps) {
    this.#deps = deps;
  }

  /** Stream that it plays; packets of the server for it are ignored. */
  get stream(): number | null {
    return this.#reader?.stream ?? null;
  }

  /** @param alarm the alarm that is due now; null: none @param now local time, µs */
  tick(alarm: StreamOpen | null, now: number): void {
    const { clock, speaker } = this.#deps;
    if (alarm === null || !clock.synced || speaker.locked) {
      this.end();
      return;
    }
    const mediaUs = clock.toMedia(now);
    if (this.#reader === null) this.#begin(alarm, mediaUs, now);
    this.#reader?.tick(mediaUs, Number.POSITIVE_INFINITY);
  }

  /** Ends the cover when the alarm is over or was reopened. */
  end(): void {
    this.#reader = null;
    this.#quietSince = null;
  }

  #begin({ stream, from_us, kept }: StreamOpen, mediaUs: number, now: number): void {
    const { speaker, holds } = this.#deps;
    const isHeard = speaker.status(stream).sounding || mediaUs < from_us;
    this.#quietSince = isHeard ? null : (this.#quietSince ?? now);
    if (this.#quietSince === null || now - this.#quietSince < GRACE_US || kept === undefined) return;
    const parts = [...kept.before, ...kept.list, ...kept.after];
    if (!parts.every(({ item }) => item === null || holds(item))) return;
    const beganUs = kept.began_us;
    const fromUs = PacketReader.align(beganUs, mediaUs + START_US);
    this.#reader = new PacketReader(stream, kept, { beganUs, fromUs }, this.#deps);
  }
}
