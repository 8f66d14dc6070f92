import { randomUUID } from 'node:crypto';

/**
 * Media clock of the server: microseconds, monotonic, with a new epoch at every start. Wall time only decides
 * when a schedule is due; all sound is timed by this clock.
 */
export interface MediaClock {
  readonly epoch: string;
  /** Microseconds since about the start of the process; never goes back, whatever the wall clock does. */
  now(): number;
  /** Media time of a wall time (epoch ms), by the current wall clock. */
  fromWall(wallMs: number): number;
  /** Wall time (epoch ms) of a media time, by the current wall clock. */
  toWall(mediaUs: number): number;
}

export function createMediaClock(wallNow: () => number = Date.now): MediaClock {
  const start = process.hrtime.bigint();
  // One second of headroom: times shortly before the start are still positive.
  const now = () => Number((process.hrtime.bigint() - start) / 1000n) + 1_000_000;
  return {
    epoch: randomUUID(),
    now,
    fromWall: (wallMs) => now() + Math.round((wallMs - wallNow()) * 1000),
    toWall: (mediaUs) => wallNow() + (mediaUs - now()) / 1000,
  };
}
