import type { AlarmAction, DrillMode } from '../../../../contract/codes.ts';
import type { AlarmOrigin } from '../../../../contract/entities/tasks/alarm.ts';
import type { IoOwner } from '../../../../contract/entities/terminals/io.ts';
import type { AlarmEventKind } from '../../../../contract/fieldCodes.ts';
import type { AlarmRefusal } from '../../../../contract/workflow.ts';
import type { OutputLine } from '../../../site/io/outputs.ts';
import type { Directory } from '../../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../../site/terminals/gateway/terminals.types.ts';
import type { Ids } from '../../journal/ids.ts';
import type { AlarmPlayer } from '../effects/alarmPlayer.ts';
import type { ProofSource } from '../effects/deliveryLog.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { AlarmConfiguration } from '../plans/alarmConfiguration.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import type { AlarmActor, EmergencyPorts } from './alarm.ports.ts';
import type { Inputs } from './fireInputs.ts';
import type { AlarmSound, RunningAlarm } from './runningAlarm.ts';

export interface AlarmsDeps {
  configuration: Pick<AlarmConfiguration, 'plans'>;
  directory: Pick<Directory, 'byId'>;
  gateway: Pick<TerminalGateway, 'link'>;
  ids: Pick<Ids, 'next'>;
  inputs: Inputs;
  journal: AlarmJournal;
  sound: AlarmPlayer;
  proof: ProofSource;
  ports: EmergencyPorts;
  /** Wall time, ms, for times shown to persons. */
  wall(): number;
  /** Monotonic clock, ms, for due times. */
  mono(): number;
  /** Zones of all that an alarm of a plan concerns; null: the whole site. */
  zonesOf(plan: AlarmPlanRow, sounds: readonly AlarmSound[]): number[] | null;
  /** Called after every change; `over`: the alarm has ended. */
  changed(alarm: RunningAlarm, over: boolean): void;
  log: { error(details: object, message: string): void };
}

/** Parameters of the start of an alarm. */
export interface AlarmStart {
  origin: AlarmOrigin;
  drill: DrillMode;
  /** Terminals of a drill at chosen terminals. */
  targets: readonly number[];
  actor: AlarmActor;
  text: string;
}

/** Result of an action: the alarm as it is now, or why it was refused. `repeated`: it was a double click. */
export type Outcome =
  | { alarm: RunningAlarm; repeated: boolean }
  | { refused: AlarmRefusal; active: readonly number[] };

/**
 * All alarms that are not over. Executes the state table of contract/workflow.ts. Transitions happen in
 * memory and at once; the journal stores them meanwhile.
 */
export interface Alarms {
  all(): Iterable<RunningAlarm>;
  ofPlan(plan: number): RunningAlarm | undefined;
  /** Takes in the input states that a fire terminal reports. */
  heard(terminal: number, inputs: readonly { input: number; active: boolean }[]): void;
  deviceLink(terminal: number, online: boolean): void;
  /** Notes that an output did not switch; `owners`: those that hold it on. */
  outputFailed(line: OutputLine & { name: string }, owners: readonly IoOwner[]): void;
  /** Starts a plan by hand or from outside, without delay. */
  start(plan: AlarmPlanRow, start: AlarmStart): Outcome;
  act(alarm: RunningAlarm, action: Exclude<AlarmAction, 'start'>, actor: AlarmActor): Outcome;
  /**
   * Brings an alarm in line with what it became at a relay. What was done there is in its timeline and in the audit log
   * already.
   *
   * @param relay name of the relay, as author where no person is known
   */
  follow(alarm: RunningAlarm, row: AlarmRow, relay: string): void;
  note(
    alarm: RunningAlarm,
    kind: AlarmEventKind,
    params?: Record<string, string | number>,
    actor?: AlarmActor,
  ): void;
  /**
   * Resumes a stored alarm with its sounds.
   *
   * @param because noted in its timeline
   * @param isDone tells at which terminals the pulses of linked tasks were given before
   */
  resume(
    row: AlarmRow,
    plan: AlarmPlanRow,
    sounds: AlarmSound[],
    because?: AlarmEventKind,
    isDone?: (terminal: number) => boolean,
  ): void;
  /** Does what is due. */
  tick(): void;
}
