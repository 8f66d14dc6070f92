import {
  type AlarmAction,
  type AlarmEvent,
  type AlarmState,
  alarmAction,
  alarmEvent,
  alarmState,
  type DrillMode,
} from '../../contract/codes.ts';
import type { AlarmEventKind, AlarmOrigin } from '../../contract/entities/alarm.ts';
import { settingsOf } from '../../contract/entities/kinds.ts';
import { type AlarmGuard, type AlarmRefusal, alarmResult } from '../../contract/workflow.ts';
import type { AuditEntry } from '../system/audit.ts';
import type { Directory } from '../terminals/directory.ts';
import type { TerminalGateway } from '../terminals/types.ts';
import type { AlarmRow } from './alarm.repository.ts';
import type { EmergencyBook } from './book.ts';
import type { AlarmPlanRow } from './emergency.repository.ts';
import type { Ids } from './ids.repository.ts';
import type { Inputs } from './inputs.ts';
import type { Journal } from './journal.ts';
import { type Doer, type EmergencyPorts, itself } from './ports.ts';
import { RunningAlarm, type Slot } from './runningAlarm.ts';
import type { Sound } from './sound.ts';

export interface AlarmsDeps {
  book: EmergencyBook;
  directory: Pick<Directory, 'byId'>;
  gateway: Pick<TerminalGateway, 'link'>;
  ids: Ids;
  inputs: Inputs;
  journal: Journal;
  sound: Sound;
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

/** A second click within this is the first one, ms. */
const DOUBLE_CLICK_MS = 1_000;
/** What is played and what is due is looked at this often, ms. */
export const SETTLE_MS = 1_000;

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

export function createAlarms(deps: AlarmsDeps): Alarms {
  const { book, ids, inputs, journal, sound, ports, wall, mono } = deps;
  const byPlan = new Map<number, RunningAlarm>();
  let settleAt = 0;

  const deviceOf = (plan: AlarmPlanRow) =>
    plan.fire_control_device === null ? undefined : deps.directory.byId(plan.fire_control_device);
  const owner = (alarm: RunningAlarm) => ({
    kind: 'alarm' as const,
    id: alarm.id,
    name: alarm.row.plan_name,
  });
  const isReachable = ({ row }: RunningAlarm) =>
    row.device_id === null || deps.gateway.link(row.device_id) !== undefined;

  /** A person may reset an alarm whose fire terminal is gone; by itself it waits for what was active last. */
  function guardOf(alarm: RunningAlarm, isPerson: boolean): AlarmGuard {
    const { row } = alarm;
    return {
      active_inputs: isPerson && !isReachable(alarm) ? [] : [...alarm.active],
      acknowledged: row.acknowledged_at !== null,
      silenced: row.silenced,
      steps_left: alarm.stepsLeft,
    };
  }

  function event(kind: AlarmEventKind, params: Record<string, string | number> = {}, doer: Doer = itself) {
    return { at: wall(), kind, by: doer.name, peer_addr: doer.ip, params };
  }
  function note(
    alarm: RunningAlarm,
    kind: AlarmEventKind,
    params: Record<string, string | number> = {},
    doer: Doer = itself,
  ): void {
    journal.note(alarm.row, { events: [event(kind, params, doer)] });
  }
  function audit(alarm: RunningAlarm, action: string, doer: Doer): void {
    const entry: AuditEntry = {
      action,
      entity: 'alarm_plan',
      entity_id: alarm.plan.id,
      ip: doer.ip,
      after: { alarm: alarm.id, drill: alarm.row.drill },
    };
    journal.note(alarm.row, { audit: [{ doer, entry }] });
  }

  function begin(plan: AlarmPlanRow, start: AlarmStart, delay_s: number): RunningAlarm | null {
    const id = ids.take('alarm');
    if (id === undefined) return null;
    const device = deviceOf(plan);
    const now = wall();
    const row: AlarmRow = {
      id,
      plan_id: plan.id,
      plan_name: plan.name,
      priority: plan.priority,
      orgs: null,
      device_id: plan.fire_control_device,
      device_name: device === undefined ? '' : device.row.dev_name2 || device.row.name,
      device_code: device?.code ?? '',
      origin: start.origin,
      drill: start.drill,
      drill_targets: [...start.targets],
      state: alarmState.starting,
      input_nums: [],
      output_nums: start.drill === 'none' ? plan.output_nums : [],
      step: 0,
      step_at: null,
      began_at: now,
      starts_at: now + delay_s * 1000,
      alarming_at: null,
      acknowledged_at: null,
      acknowledged_by: '',
      silenced: false,
      reset_at: null,
      reset_by_user: '',
      reset_until: null,
      cancelled: false,
      ended_at: null,
      note: '',
      rev: 1,
      created_at: Math.floor(now / 1000),
    };
    const alarm = new RunningAlarm(row, plan);
    alarm.slots = sound.slotsOf(alarm, 0);
    const later = plan.steps.flatMap((_, i) => sound.slotsOf(alarm, i + 1));
    row.orgs = deps.zonesOf(plan, [...alarm.slots, ...later]);
    alarm.delayDue = mono() + delay_s * 1000;
    if (device !== undefined)
      for (const input of plan.input_nums) if (inputs.isActive(device.id, input)) alarm.active.add(input);
    row.input_nums = [...alarm.active];
    byPlan.set(plan.id, alarm);
    return alarm;
  }

  /** Reaches a step: what it plays begins. */
  function reach(alarm: RunningAlarm, step: number): void {
    const { row, plan } = alarm;
    row.step = step;
    row.step_at = wall();
    if (step > 0) alarm.slots.push(...sound.slotsOf(alarm, step));
    const after = plan.steps[step]?.after_s ?? null;
    alarm.stepDue = after === null ? null : mono() + after * 1000;
    sound.settle(alarm);
  }

  function alarming(alarm: RunningAlarm): void {
    alarm.row.alarming_at = wall();
    alarm.delayDue = null;
    alarm.soundingSince = mono();
    reach(alarm, 0);
    switchOn(alarm);
  }

  /** Outputs and linked tasks; a drill switches nothing. Called again after a restart. */
  function switchOn(alarm: RunningAlarm): void {
    if (alarm.isDrill) return;
    const { row, plan } = alarm;
    const device = row.device_id;
    if (device !== null && row.output_nums.length > 0)
      ports.outputs.hold(
        owner(alarm),
        row.output_nums.map((output) => ({ terminal_id: device, output })),
      );
    if (plan.gpio_set_task_ids.length > 0) ports.links.start(owner(alarm), plan.gpio_set_task_ids);
  }

  function resetting(alarm: RunningAlarm, doer: Doer): void {
    const { row, plan } = alarm;
    row.reset_at = wall();
    row.reset_by_user = doer.name;
    row.reset_until = wall() + plan.reset_time * 1000;
    alarm.resetDue = mono() + plan.reset_time * 1000;
    alarm.stepDue = null;
    sound.end(alarm);
    ports.outputs.release(owner(alarm));
    ports.links.stop(owner(alarm));
  }

  function over(alarm: RunningAlarm, cancelled: boolean): void {
    const { row } = alarm;
    row.ended_at = wall();
    row.cancelled = cancelled;
    alarm.slots = [];
    byPlan.delete(alarm.plan.id);
    // What is active while nobody hears of it must count again when somebody does.
    if (row.device_id !== null && !isReachable(alarm)) {
      inputs.forget(row.device_id, [...alarm.active]);
      journal.inputs(inputs.stored);
    }
  }

  /** What comes with a step of the table, beside the state itself. */
  function effect(alarm: RunningAlarm, what: AlarmAction | AlarmEvent, to: AlarmState, doer: Doer): void {
    const { row } = alarm;
    const was = row.state;
    row.state = to;
    switch (what) {
      case alarmEvent.delayOver:
        alarming(alarm);
        note(alarm, 'alarming');
        break;
      case alarmAction.stop:
      case alarmAction.reset:
      case alarmEvent.resetOver:
        if (was === alarmState.starting) {
          over(alarm, true);
          note(alarm, 'cancelled', {}, doer);
        } else if (to === alarmState.reset) {
          resetting(alarm, doer);
          note(alarm, what === alarmAction.stop ? 'stop' : 'reset', {}, doer);
        } else {
          over(alarm, false);
          note(alarm, 'over', {}, doer);
        }
        break;
      case alarmAction.acknowledge:
        row.acknowledged_at = wall();
        row.acknowledged_by = doer.name;
        note(alarm, 'acknowledge', {}, doer);
        break;
      case alarmAction.silence:
        row.silenced = true;
        sound.silence(alarm);
        note(alarm, 'silence', {}, doer);
        break;
      case alarmAction.unsilence:
        row.silenced = false;
        sound.unsilence(alarm);
        note(alarm, 'unsilence', {}, doer);
        break;
      case alarmAction.step: {
        reach(alarm, row.step + 1);
        const name = alarm.plan.steps[row.step - 1]?.name || String(row.step);
        note(alarm, 'step', { step: row.step, name }, doer);
        break;
      }
    }
  }

  /** Takes a step of the table. @returns why not, or null */
  function move(
    alarm: RunningAlarm,
    what: AlarmAction | AlarmEvent,
    doer: Doer = itself,
    isPerson = false,
  ): AlarmRefusal | null {
    const result = alarmResult(alarm.row.state, what, guardOf(alarm, isPerson));
    if ('refused' in result) return result.refused;
    effect(alarm, what, result.to, doer);
    deps.changed(alarm, alarm.row.ended_at !== null);
    return null;
  }

  /** Everything that is due by now, one after the other. */
  function due(alarm: RunningAlarm): void {
    const now = mono();
    if (alarm.row.state === alarmState.starting && alarm.delayDue !== null && now >= alarm.delayDue)
      move(alarm, alarmEvent.delayOver);
    while (alarm.row.state === alarmState.alarming && alarm.stepDue !== null && now >= alarm.stepDue) {
      alarm.stepDue = null;
      move(alarm, alarmAction.step);
    }
    if (alarm.row.state === alarmState.reset && alarm.resetDue !== null && now >= alarm.resetDue)
      move(alarm, alarmEvent.resetOver);
  }

  const inputName = (plan: AlarmPlanRow, input: number): string => {
    const details = deviceOf(plan)?.row.details;
    if (details === undefined) return '';
    return settingsOf('fire_control_device', details).inputs[input - 1]?.name ?? '';
  };

  /** An input of a plan that became active. */
  function edge(plan: AlarmPlanRow, input: number): void {
    let alarm = byPlan.get(plan.id);
    // A real alarm is none of a drill's: the drill ends, and so does what is being reset.
    if (alarm !== undefined && (alarm.isDrill || alarm.row.state === alarmState.reset)) {
      finish(alarm, itself);
      alarm = undefined;
    }
    const isNew = alarm === undefined;
    if (alarm === undefined) {
      const device = deviceOf(plan);
      const delay = device && settingsOf('fire_control_device', device.row.details).delayTriggerTime;
      const origin = {
        kind: 'input' as const,
        by: device?.row.dev_name2 || device?.row.name || '',
        text: '',
      };
      const start = { origin, drill: 'none' as const, targets: [], doer: itself, text: '' };
      alarm = begin(plan, start, delay ?? 0) ?? undefined;
      if (alarm === undefined) return void again.add(plan.id);
    }
    alarm.active.add(input);
    const isKnown = alarm.row.input_nums.includes(input);
    if (!isKnown) alarm.row.input_nums = [...alarm.row.input_nums, input];
    note(alarm, 'input_active', { input, name: inputName(plan, input) });
    // Another detector: what was acknowledged and silenced was not this.
    if (!isNew && !isKnown) {
      alarm.row.acknowledged_at = null;
      alarm.row.acknowledged_by = '';
      if (alarm.row.silenced) move(alarm, alarmAction.unsilence);
    }
    due(alarm);
    deps.changed(alarm, false);
  }
  /** Plans whose alarm could not get an id: as soon as there is one. */
  const again = new Set<number>();

  /** Ends an alarm at once, whatever it is in. */
  function finish(alarm: RunningAlarm, doer: Doer): void {
    if (alarm.row.state === alarmState.alarming) move(alarm, alarmAction.stop, doer);
    if (alarm.row.state === alarmState.starting) move(alarm, alarmAction.stop, doer);
    if (alarm.row.ended_at !== null) return;
    alarm.row.state = alarmState.notStarted;
    over(alarm, false);
    note(alarm, 'over', {}, doer);
    deps.changed(alarm, true);
  }

  function plansOf(terminal: number): AlarmPlanRow[] {
    return [...book.plans.values()].filter((plan) => plan.fire_control_device === terminal);
  }

  function isRepeated(alarm: RunningAlarm, action: AlarmAction, doer: Doer): boolean {
    const { last } = alarm;
    const repeated =
      last?.action === action && last.account === doer.accountId && mono() - last.at < DOUBLE_CLICK_MS;
    if (!repeated) alarm.last = { action, account: doer.accountId, at: mono() };
    return repeated;
  }

  return {
    all: () => byPlan.values(),
    ofPlan: (plan) => byPlan.get(plan),
    note,
    heard(terminal, said) {
      const { edges, normals } = inputs.take(terminal, said, (input) => ports.isTested(terminal, input));
      if (edges.length + normals.length === 0) return;
      for (const plan of plansOf(terminal)) {
        for (const input of edges) if (plan.activated && plan.input_nums.includes(input)) edge(plan, input);
        const alarm = byPlan.get(plan.id);
        if (alarm === undefined) continue;
        for (const input of normals) {
          if (!alarm.active.delete(input)) continue;
          note(alarm, 'input_normal', { input, name: inputName(plan, input) });
          deps.changed(alarm, false);
        }
        due(alarm);
      }
      journal.inputs(inputs.stored);
    },
    deviceLink(terminal, online) {
      for (const alarm of byPlan.values()) {
        if (alarm.row.device_id !== terminal) continue;
        note(alarm, online ? 'device_back' : 'device_lost', { name: alarm.row.device_name });
        deps.changed(alarm, false);
      }
    },
    start(plan, start) {
      let alarm = byPlan.get(plan.id);
      const isReal = start.drill === 'none';
      if (alarm !== undefined && isReal && alarm.isDrill) {
        finish(alarm, start.doer);
        alarm = undefined;
      }
      if (alarm !== undefined) {
        const isOn = alarm.row.state !== alarmState.reset && alarm.row.drill === start.drill;
        if (isOn) return { alarm, repeated: true };
        return { refused: 'state', active: [...alarm.active] };
      }
      const begun = begin(plan, start, 0);
      if (begun === null) return { refused: 'state', active: [] };
      isRepeated(begun, alarmAction.start, start.doer);
      note(begun, 'start', { drill: start.drill, text: start.text }, start.doer);
      audit(begun, alarmAction.start, start.doer);
      due(begun);
      deps.changed(begun, false);
      return { alarm: begun, repeated: false };
    },
    act(alarm, action, doer) {
      if (isRepeated(alarm, action, doer)) return { alarm, repeated: true };
      const refused = move(alarm, action, doer, true);
      if (refused === 'done' && action !== alarmAction.step) return { alarm, repeated: true };
      if (refused !== null) {
        alarm.last = null;
        return { refused, active: [...alarm.active] };
      }
      audit(alarm, action, doer);
      due(alarm);
      return { alarm, repeated: false };
    },
    resume(row, plan, slots) {
      const alarm = new RunningAlarm(row, plan);
      alarm.slots = slots;
      byPlan.set(plan.id, alarm);
      const device = row.device_id;
      if (device !== null)
        for (const input of plan.input_nums) if (inputs.isActive(device, input)) alarm.active.add(input);
      const dueOf = (at: number | null) => (at === null ? null : mono() + (at - wall()));
      alarm.delayDue = dueOf(row.starts_at);
      alarm.resetDue = dueOf(row.reset_until);
      const after = plan.steps[row.step]?.after_s ?? null;
      alarm.stepDue = after === null || row.step_at === null ? null : dueOf(row.step_at + after * 1000);
      note(alarm, 'server_restart');
      if (row.state === alarmState.alarming) {
        alarm.soundingSince = dueOf(row.alarming_at);
        alarm.reached = { first: true, soon: true, all: true };
        sound.handOver(alarm);
        sound.settle(alarm);
        switchOn(alarm);
      }
      due(alarm);
      if (byPlan.get(plan.id) === alarm) deps.changed(alarm, false);
    },
    tick() {
      for (const plan of again) {
        again.delete(plan);
        const row = book.plans.get(plan);
        const device = row?.fire_control_device ?? null;
        if (row === undefined || device === null) continue;
        for (const input of row.input_nums) if (inputs.isActive(device, input)) edge(row, input);
      }
      for (const alarm of [...byPlan.values()]) due(alarm);
      if (mono() < settleAt) return;
      settleAt = mono() + SETTLE_MS;
      for (const alarm of byPlan.values()) if (alarm.row.state === alarmState.alarming) sound.settle(alarm);
    },
  };
}
