import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { Damper } from './damper.ts';
import type { FaultClock } from './faultClock.ts';
import { faultKey } from './openFaults.ts';

/**
 * Time after their start for which resolved faults are published, s; the console counts floods of faults by
 * them.
 */
export const ENDED_S = 3_600;

/**
 * Restores the damper's state from before the start: the open faults and recent beginnings. A wall clock that
 * was set meanwhile cannot make them begin in the future.
 */
export function restoreDamper(damper: Damper, rows: readonly Fault[], clock: FaultClock): void {
  const wall = clock.wall();
  const mono = clock.mono();
  const at = (seconds: number) => mono - Math.max(0, wall - seconds * 1000);
  const byKey = new Map<string, Fault[]>();
  for (const row of rows) {
    const key = faultKey(row.kind, row.subject);
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  for (const [key, ofKey] of byKey) {
    const open = ofKey.find(({ state }) => state !== 'resolved');
    damper.restore(key, {
      begins: ofKey.map(({ opened_at }) => at(opened_at)),
      open:
        open === undefined
          ? null
          : {
              chatter: open.chatter,
              isCleared: open.cleared_at !== null,
              clearedAt: at(open.cleared_at ?? open.opened_at),
            },
    });
  }
}
