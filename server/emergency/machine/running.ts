import type { AlarmState, DrillMode } from '../../../contract/codes.ts';

/** What runs, as far as those need to know who do not run it. */
export interface Running {
  /** The alarm of a plan that is not over; null: none. */
  ofPlan(plan: number): { id: number; state: AlarmState; drill: DrillMode } | null;
  /** An alarm plays a linkage task now. */
  plays(linkageTask: number): boolean;
  /** Epoch seconds of the last time that a plan alarmed, drills left out; null: never. */
  lastAlarmAt(plan: number): number | null;
}
