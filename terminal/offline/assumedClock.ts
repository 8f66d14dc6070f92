import type { SessionView } from '../protocol/sessionView.ts';
import type { Notes } from './mediaStore.ts';

/** Start of a local media clock, µs. */
const FIRST_US = 1e9;

/**
 * Gives a terminal without a link a media clock, and re-times a continued alarm by it.
 *
 * @param wallMs the local time of day, corrected by its known error, ms
 */
export function assumeClock(session: SessionView, notes: Notes, now: number, wallMs: () => number): void {
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
  // Its media times belong to another clock: the alarm restarts from its beginning.
  if (alarm.epoch === session.epoch) return;
  alarm.epoch = session.epoch;
  alarm.kept = { ...alarm.kept, began_us: Math.ceil(mediaUs / 1000) * 1000 };
}
