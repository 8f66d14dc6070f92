import { randomUUID } from 'node:crypto';

/**
 * The server's media clock (design 6): microseconds, monotonic, with a new epoch at every start. Wall time
 * only decides when a schedule is due; everything that is heard is timed by this clock.
 */
export interface MediaClock {
  readonly epoch: string;
  /** Microseconds since about the start of the process, never going back, whatever the wall clock does. */
  now(): number;
  /** Media time of a wall time (ms since 1970), by the wall clock as it stands now. */
  fromWall(wallMs: number): number;
  /** Wall time (ms since 1970) of a media time, by the wall clock as it stands now. */
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
