import { randomUUID } from 'node:crypto';

/**
 * Media clock of the system: microseconds, monotonic. It outlives the process: the next server on the same data
 * continues it under the same epoch (`clockFile.ts`). Wall time only decides when a schedule is due; all sound is
 * timed by this clock.
 */
export interface MediaClock {
  /** Identifies the clock: times of one epoch can be compared. */
  readonly epoch: string;
  /** Number of the server that owns the clock; each next owner in an epoch has a larger one. */
  readonly term: number;
  /** Microseconds; never goes back within an epoch, whatever the wall clock does. */
  now(): number;
  /** Media time of a wall time (epoch ms), by the current wall clock. */
  fromWall(wallMs: number): number;
  /** Wall time (epoch ms) of a media time, by the current wall clock. */
  toWall(mediaUs: number): number;
}

/** Place of a media clock on the monotonic clock of this machine. */
export interface ClockOrigin {
  epoch: string;
  term: number;
  /** Monotonic time of this machine (`monotonicUs`) at media time 0, µs; may be negative. */
  origin_us: number;
}

/** Monotonic time of this machine, µs: the same for all its processes, from the start of the machine on. */
export const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

/** Headroom of a new clock, so that times shortly before its start are still positive, µs. */
const HEADROOM_US = 1_000_000;

/** Begins a new clock now. */
export const newOrigin = (): ClockOrigin => ({
  epoch: randomUUID(),
  term: 1,
  origin_us: monotonicUs() - HEADROOM_US,
});

/** Creates the media clock. @param origin where it begins; undefined: a new clock begins now */
export function createMediaClock(
  wallNow: () => number = Date.now,
  { epoch, term, origin_us }: ClockOrigin = newOrigin(),
): MediaClock {
  const now = () => monotonicUs() - origin_us;
  return {
    epoch,
    term,
    now,
    fromWall: (wallMs) => now() + Math.round((wallMs - wallNow()) * 1000),
    toWall: (mediaUs) => wallNow() + (mediaUs - now()) / 1000,
  };
}
