import type { AlarmAction } from '../../../contract/codes.ts';
import type { Report } from '../../../contract/terminal.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmPlanRow, LinkageTaskRow } from '../plans/plan.repository.ts';

/** A linkage task in a step of an alarm: the broadcast that plays it there. */
export interface Slot {
  readonly step: number;
  readonly task: LinkageTaskRow;
  /** Terminals with their zones, as they are now. */
  targets: ReadonlyMap<number, number | null>;
  /** Its broadcast; null: none yet. */
  broadcast: number | null;
  /** It is being started. */
  busy: boolean;
  /** Its message could not be played: the tone stands in for it. */
  failed: boolean;
  /** Terminals at which a control action was carried out, or that a silent drill has asked. */
  readonly told: Set<number>;
  /** Silent drill: when each terminal confirmed, epoch ms. */
  readonly confirmed: Map<number, number>;
  /** When each terminal was first heard with it (silent drill: confirmed it), epoch ms, by its own proof. */
  readonly heard: Map<number, number>;
}

/** A step that was reached, and what the timeline says of it. */
export interface Phase {
  readonly step: number;
  /** When it was reached: epoch ms, and ms of the clock that never jumps. */
  readonly at: number;
  readonly since: number;
  /** How many terminals were last said to have sounded; null: nothing was said yet. */
  told: number | null;
  /** It was said that all have sounded; and how many have by the time at which that counts. */
  isWhole: boolean;
  isLate: boolean;
}

/** A silence whose proof is awaited: the reports that terminals had sent before it. */
export interface Silencing {
  readonly since: number;
  readonly reports: ReadonlyMap<number, Report | null>;
}

/** When something is due, ms of a clock that never jumps; null: it is not. */
export type Due = number | null;

/** An alarm that is not over, with what of it is not stored. */
export class RunningAlarm {
  readonly row: AlarmRow;
  readonly plan: AlarmPlanRow;
  /** Inputs of its plan that are active, as last heard of. */
  readonly active = new Set<number>();
  slots: Slot[] = [];
  delayDue: Due = null;
  stepDue: Due = null;
  /** Its first message is asked for from here on: the edge, and its delay; null: it was begun, or taken up. */
  asked: Due = null;
  resetDue: Due = null;
  /** What a person did last, so that a second click does not do it twice. */
  last: { action: AlarmAction; account: number | null; at: number } | null = null;
  /** Null: none was reached, or it was before a restart of the server. */
  phase: Phase | null = null;
  silencing: Silencing | null = null;

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
