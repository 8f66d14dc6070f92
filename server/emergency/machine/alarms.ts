import {
  type AlarmAction,
  type AlarmEvent,
  alarmAction,
  alarmEvent,
  alarmState,
} from '../../../contract/codes.ts';
import { settingsOf } from '../../../contract/entities/kinds.ts';
import { type AlarmGuard, type AlarmRefusal, alarmResult } from '../../../contract/workflow.ts';
import { createEffects } from '../effects/effects.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import type { Alarms, AlarmsDeps } from './alarmsApi.ts';
import { type Doer, itself } from './ports.ts';
import { RunningAlarm } from './runningAlarm.ts';

/** A second click within this is the first one, ms. */
const DOUBLE_CLICK_MS = 1_000;
/** What is played and what is due is looked at this often, ms. */
const SETTLE_MS = 1_000;

export function createAlarms(deps: AlarmsDeps): Alarms {
  const { book, inputs, journal, sound, ports, wall, mono } = deps;
  const byPlan = new Map<number, RunningAlarm>();
  const effects = createEffects(deps, byPlan);
  const { deviceOf, isReachable, note, audit, begin, settle, switchOn, over, effect } = effects;
  let settleAt = 0;

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
    outputFailed({ terminal_id, output, name }, owners) {
      for (const alarm of byPlan.values()) {
        const { row, plan } = alarm;
        const isHeld = owners.some(
          ({ kind, id }) =>
            (kind === 'alarm' && id === alarm.id) ||
            (kind === 'gpio_task' && plan.gpio_set_task_ids.includes(id)),
        );
        // Off again behind the alarm it is nobody's.
        const isOwn = row.device_id === terminal_id && row.output_nums.includes(output);
        if (isHeld || (isOwn && row.state === alarmState.reset))
          note(alarm, 'output_failed', { output: name || output });
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
        settle(alarm);
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
      for (const alarm of byPlan.values()) if (alarm.row.state === alarmState.alarming) settle(alarm);
    },
  };
}
