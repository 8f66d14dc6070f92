import {
  type AlarmAction,
  type AlarmEvent,
  alarmAction,
  alarmEvent,
  alarmState,
} from '../../../../contract/codes.ts';
import { type AlarmGuard, type AlarmRefusal, alarmResult } from '../../../../contract/workflow.ts';
import { createEffects } from '../effects/effects.ts';
import { type AlarmActor, serverActor } from './alarm.ports.ts';
import type { Alarms, AlarmsDeps } from './alarmsApi.ts';
import { createFollow } from './followAlarm.ts';
import { RunningAlarm } from './runningAlarm.ts';
import { createTriggers } from './triggers.ts';

/** Time within which a repeated action counts as a double click, ms. */
const DOUBLE_CLICK_MS = 1_000;
/** Interval of checks of sound and targets, ms. */
const SETTLE_MS = 1_000;
/** Interval of checks of the proof of delivery, ms. */
const LOOK_MS = 250;

export function createAlarms(deps: AlarmsDeps): Alarms {
  const { inputs, sound, wall, mono } = deps;
  const byPlan = new Map<number, RunningAlarm>();
  const effects = createEffects(deps, byPlan);
  const { isReachable, note, audit, begin, settle, switchOn, over, effect, look } = effects;
  let settleAt = 0;
  let lookAt = 0;

  /**
   * Facts for the guards of a transition. A person may reset an alarm whose fire terminal is offline;
   * otherwise its last known inputs count.
   */
  function guardOf(alarm: RunningAlarm, isPerson: boolean): AlarmGuard {
    const { row } = alarm;
    return {
      active_inputs: isPerson && !isReachable(alarm) ? [] : [...alarm.active],
      acknowledged: row.acknowledged_at !== null,
      silenced: row.silenced,
      steps_left: alarm.stepsLeft,
    };
  }
  /** Makes a transition of the state table. @returns why it was refused, or null */
  function move(
    alarm: RunningAlarm,
    what: AlarmAction | AlarmEvent,
    actor: AlarmActor = serverActor,
    isPerson = false,
  ): AlarmRefusal | null {
    const result = alarmResult(alarm.row.state, what, guardOf(alarm, isPerson));
    if ('refused' in result) return result.refused;
    effect(alarm, what, result.to, actor);
    deps.changed(alarm, alarm.row.ended_at !== null);
    return null;
  }

  /** Makes all transitions that are due by now, one after the other. */
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

  /** Ends an alarm at once, in any state. */
  function finish(alarm: RunningAlarm, actor: AlarmActor): void {
    if (alarm.row.state === alarmState.alarming) move(alarm, alarmAction.stop, actor);
    if (alarm.row.state === alarmState.starting) move(alarm, alarmAction.stop, actor);
    if (alarm.row.ended_at !== null) return;
    alarm.row.state = alarmState.notStarted;
    over(alarm, false);
    if (!alarm.isFollowing) note(alarm, 'over', {}, actor);
    deps.changed(alarm, true);
  }

  function isRepeated(alarm: RunningAlarm, action: AlarmAction, actor: AlarmActor): boolean {
    const { last } = alarm;
    const repeated =
      last?.action === action && last.account === actor.accountId && mono() - last.at < DOUBLE_CLICK_MS;
    if (!repeated) alarm.last = { action, account: actor.accountId, at: mono() };
    return repeated;
  }

  const triggers = createTriggers(deps, { byPlan, effects, move, due, finish });

  return {
    all: () => byPlan.values(),
    ofPlan: (plan) => byPlan.get(plan),
    note,
    follow: createFollow({ ...deps, move, finish }),
    heard: triggers.heard,
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
        // An output that fails to switch off after its alarm has no owner any more.
        const isOwn = row.device_id === terminal_id && row.output_nums.includes(output);
        if (isHeld || (isOwn && row.state === alarmState.reset))
          note(alarm, 'output_failed', { output: name || output });
      }
    },
    start(plan, start) {
      let alarm = byPlan.get(plan.id);
      const isReal = start.drill === 'none';
      if (alarm !== undefined && isReal && alarm.isDrill) {
        finish(alarm, start.actor);
        alarm = undefined;
      }
      if (alarm !== undefined) {
        const isOn = alarm.row.state !== alarmState.reset && alarm.row.drill === start.drill;
        if (isOn) return { alarm, repeated: true };
        return { refused: 'state', active: [...alarm.active] };
      }
      const begun = begin(plan, start, 0);
      isRepeated(begun, alarmAction.start, start.actor);
      note(begun, 'start', { drill: start.drill, text: start.text }, start.actor);
      audit(begun, alarmAction.start, start.actor);
      due(begun);
      deps.changed(begun, false);
      return { alarm: begun, repeated: false };
    },
    act(alarm, action, actor) {
      if (isRepeated(alarm, action, actor)) return { alarm, repeated: true };
      const refused = move(alarm, action, actor, true);
      if (refused === 'done' && action !== alarmAction.step) return { alarm, repeated: true };
      if (refused !== null) {
        alarm.last = null;
        return { refused, active: [...alarm.active] };
      }
      audit(alarm, action, actor);
      due(alarm);
      return { alarm, repeated: false };
    },
    resume(row, plan, sounds, because = 'server_restart', isDone) {
      const alarm = new RunningAlarm(row, plan);
      alarm.sounds = sounds;
      byPlan.set(plan.id, alarm);
      const device = row.device_id;
      if (device !== null)
        for (const input of plan.input_nums) if (inputs.isActive(device, input)) alarm.active.add(input);
      const dueOf = (at: number | null) => (at === null ? null : mono() + (at - wall()));
      alarm.delayDue = dueOf(row.starts_at);
      alarm.resetDue = dueOf(row.reset_until);
      // In reset no further phase is due.
      const after = row.state === alarmState.alarming ? (plan.steps[row.step]?.after_s ?? null) : null;
      alarm.stepDue = after === null || row.step_at === null ? null : dueOf(row.step_at + after * 1000);
      note(alarm, because);
      if (row.state === alarmState.alarming) {
        sound.handOver(alarm);
        settle(alarm);
        switchOn(alarm, isDone);
      }
      due(alarm);
      if (byPlan.get(plan.id) === alarm) deps.changed(alarm, false);
    },
    tick() {
      for (const alarm of [...byPlan.values()]) due(alarm);
      if (mono() >= lookAt) {
        lookAt = mono() + LOOK_MS;
        for (const alarm of byPlan.values()) look(alarm);
      }
      if (mono() < settleAt) return;
      settleAt = mono() + SETTLE_MS;
      for (const alarm of byPlan.values()) if (alarm.row.state === alarmState.alarming) settle(alarm);
    },
  };
}
