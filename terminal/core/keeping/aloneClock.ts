import type { Session } from '../session.ts';
import type { Notes } from './shelf.ts';

/** Where a media clock of its own begins, µs. */
const FIRST_US = 1e9;

/**
 * Sees to it that a terminal that plays alone has a media clock, and that the alarm that goes on is timed by it.
 *
 * @param wallMs its own time of day, put right as far as it is known to be off, ms
 */
export function assumeClock(session: Session, notes: Notes, now: number, wallMs: () => number): void {
  const { clock, wall } = session;
  if (!clock.synced) {
    // After a restart without a server.
    const own = wallMs();
    clock.assume(now, FIRST_US);
    wall.set(FIRST_US, own);
  }
  const { alarm } = notes;
  if (alarm === null) return;
  const mediaUs = clock.toMedia(now);
  alarm.until_ms ??= Math.round(wall.wallOf(mediaUs)) + alarm.kept.max_s * 1000;
  // Its media times were another clock's: it begins anew.
  if (alarm.epoch === session.epoch) return;
  alarm.epoch = session.epoch;
  alarm.kept = { ...alarm.kept, began_us: Math.ceil(mediaUs / 1000) * 1000 };
}
