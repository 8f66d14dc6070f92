import type { AlarmState, DrillMode } from '../../../../contract/codes.ts';

/** Read-only view of running alarms for other parts of the server. */
export interface Running {
  /** The alarm of a plan that is not over; null: none. */
  ofPlan(plan: number): { id: number; state: AlarmState; drill: DrillMode } | null;
  /** Tells if an alarm plays a linkage task now. */
  plays(linkageTask: number): boolean;
  /** Time of the last alarm of a plan, epoch seconds, drills left out; null: never. */
  lastAlarmAt(plan: number): number | null;
}
