import type { AlarmAction } from '../../../../contract/codes.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmPlanRow, LinkageTaskRow } from '../plans/plan.repository.ts';

/** A linkage task in a step of an alarm, with the broadcast that plays it. */
export interface AlarmSound {
  readonly step: number;
  readonly task: LinkageTaskRow;
  /** Terminals with their zones, as they are now. */
  targets: ReadonlyMap<number, number | null>;
  /** Id of its broadcast; null: none yet. */
  broadcast: number | null;
  /** True while it is being started. */
  busy: boolean;
  /** True when its message could not be played: the fallback tone replaces it. */
  failed: boolean;
  /** Terminals at which the control action was carried out, or which a silent drill has asked. */
  readonly notified: Set<number>;
  /** Silent drill: time of each terminal's confirmation, epoch ms. */
  readonly confirmed: Map<number, number>;
  /** Time of each terminal's first sound (silent drill: its confirmation), epoch ms, by its own proof. */
  readonly heard: Map<number, number>;
}

/** A step that was reached, and the state of its timeline entries. */
export interface Phase {
  readonly step: number;
  /** Time at which it was reached: epoch ms, and ms of the monotonic clock. */
  readonly at: number;
  readonly since: number;
  /** Last noted number of terminals that sounded; null: nothing noted yet. */
  loggedCount: number | null;
  /** Notes made: that all terminals have sounded, and the count at the 3 s mark. */
  isWhole: boolean;
  isLate: boolean;
}

/** A silence whose proof is pending: the last reports of terminals before it. */
export interface Silencing {
  readonly since: number;
  readonly reports: ReadonlyMap<number, Report | null>;
}

/** Due time, ms of the monotonic clock; null: not due. */
export type Due = number | null;

/** An alarm that is not over, with its state that is not stored. */
export class RunningAlarm {
  readonly row: AlarmRow;
  readonly plan: AlarmPlanRow;
  /** Active inputs of its plan, as last reported. */
  readonly active = new Set<number>();
  sounds: AlarmSound[] = [];
  delayDue: Due = null;
  stepDue: Due = null;
  /**
   * Reference time of its first message's delay measurement: the edge plus its delay; null: begun already, or
   * resumed.
   */
  requestDue: Due = null;
  resetDue: Due = null;
  /** Last action of a person, to detect double clicks. */
  last: { action: AlarmAction; account: number | null; at: number } | null = null;
  /** Null: no step was reached, or it was before a restart of the server. */
  phase: Phase | null = null;
  silencing: Silencing | null = null;
  /** True while it follows what was done at a relay: its timeline and the audit log have that from there. */
  isFollowing = false;

  constructor(row: AlarmRow, plan: AlarmPlanRow) {
    this.row = row;
    this.plan = plan;
  }

  get id(): number {
    return this.row.id;
  }
  get isDrill(): boolean {
    return this.row.drill !== 'none';
  }
  get stepsLeft(): number {
    return this.plan.steps.length - this.row.step;
  }
}
