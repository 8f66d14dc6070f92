import type { AlarmAction, DrillMode } from '../../../contract/codes.ts';
import type { AlarmEventKind, AlarmOrigin } from '../../../contract/entities/alarm.ts';
import type { IoOwner } from '../../../contract/entities/io.ts';
import type { AlarmRefusal } from '../../../contract/workflow.ts';
import type { OutputLine } from '../../io/outputs.ts';
import type { Ids } from '../../journal/ids.ts';
import type { Directory } from '../../terminals/directory.ts';
import type { TerminalGateway } from '../../terminals/types.ts';
import type { ProofSource } from '../effects/reached.ts';
import type { Sound } from '../effects/sound.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { EmergencyBook } from '../plans/book.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import type { Inputs } from './inputs.ts';
import type { Doer, EmergencyPorts } from './ports.ts';
import type { RunningAlarm, Slot } from './runningAlarm.ts';

export interface AlarmsDeps {
  book: EmergencyBook;
  directory: Pick<Directory, 'byId'>;
  gateway: Pick<TerminalGateway, 'link'>;
  ids: Pick<Ids, 'next'>;
  inputs: Inputs;
  journal: AlarmJournal;
  sound: Sound;
  proof: ProofSource;
  ports: EmergencyPorts;
  /** Wall time, ms, for what people read. */
  wall(): number;
  /** ms of a clock that never jumps, for what is due. */
  mono(): number;
  /** Zones of all that an alarm of a plan concerns; null: the whole site. */
  zonesOf(plan: AlarmPlanRow, slots: readonly Slot[]): number[] | null;
  /** After every change; `over`: it is none any more. */
  changed(alarm: RunningAlarm, over: boolean): void;
  log: { error(details: object, message: string): void };
}

/** What starts an alarm. */
export interface AlarmStart {
  origin: AlarmOrigin;
  drill: DrillMode;
  /** Terminals of a drill at chosen ones. */
  targets: readonly number[];
  doer: Doer;
  text: string;
}

/** What came of an action: the alarm as it is now, or why nothing did. `repeated`: it was done a moment ago. */
export type Outcome =
  | { alarm: RunningAlarm; repeated: boolean }
  | { refused: AlarmRefusal; active: readonly number[] };

/**
 * All alarms that are not over: executes the table of contract/workflow.ts (design 8). Everything happens in memory and
 * at once; the journal stores it beside.
 */
export interface Alarms {
  all(): Iterable<RunningAlarm>;
  ofPlan(plan: number): RunningAlarm | undefined;
  /** What a fire terminal says of its inputs. */
  heard(terminal: number, said: readonly { input: number; active: boolean }[]): void;
  deviceLink(terminal: number, online: boolean): void;
  /** An output has not done what was wanted; `owners`: who holds it on. */
  outputFailed(line: OutputLine & { name: string }, owners: readonly IoOwner[]): void;
  /** Starts a plan: by hand or from outside, without delay. */
  start(plan: AlarmPlanRow, start: AlarmStart): Outcome;
  act(alarm: RunningAlarm, action: Exclude<AlarmAction, 'start'>, doer: Doer): Outcome;
  note(
    alarm: RunningAlarm,
    kind: AlarmEventKind,
    params?: Record<string, string | number>,
    doer?: Doer,
  ): void;
  /** Takes an alarm up that was stored, with what plays of it. */
  resume(row: AlarmRow, plan: AlarmPlanRow, slots: Slot[]): void;
  /** Does what is due. */
  tick(): void;
}
