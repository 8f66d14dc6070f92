import { type AlarmAction, alarmAction, alarmState } from '../../../../contract/codes.ts';
import { settingsOf } from '../../../../contract/entities/terminals/kinds.ts';
import type { Effects } from '../effects/effects.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import { type AlarmActor, serverActor } from './alarm.ports.ts';
import type { AlarmsDeps } from './alarmsApi.ts';
import type { RunningAlarm } from './runningAlarm.ts';

export interface Moves {
  /** Alarms that are not over. */
  byPlan: ReadonlyMap<number, RunningAlarm>;
  effects: Effects;
  move(alarm: RunningAlarm, what: AlarmAction): unknown;
  /** Makes its due transitions. */
  due(alarm: RunningAlarm): void;
  /** Ends it at once, in any state. */
  finish(alarm: RunningAlarm, actor: AlarmActor): void;
}

/** Effects of fire terminals' inputs: an edge starts an alarm or joins a running one. */
export function createTriggers(deps: AlarmsDeps, { byPlan, effects, move, due, finish }: Moves) {
  const { configuration, inputs, journal, ports } = deps;
  const { deviceOf, note, begin } = effects;

  const inputName = (plan: AlarmPlanRow, input: number): string => {
    const details = deviceOf(plan)?.row.details;
    if (details === undefined) return '';
    return settingsOf('fire_control_device', details).inputs[input - 1]?.name ?? '';
  };

  /** Handles an input of a plan that became active. */
  function edge(plan: AlarmPlanRow, input: number): void {
    let alarm = byPlan.get(plan.id);
    // A real alarm does not continue a drill or an alarm in reset: that one ends first.
    if (alarm !== undefined && (alarm.isDrill || alarm.row.state === alarmState.reset)) {
      finish(alarm, serverActor);
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
      const start = { origin, drill: 'none' as const, targets: [], actor: serverActor, text: '' };
      alarm = begin(plan, start, delay ?? 0);
    }
    alarm.active.add(input);
    const isKnown = alarm.row.input_nums.includes(input);
    if (!isKnown) alarm.row.input_nums = [...alarm.row.input_nums, input];
    note(alarm, 'input_active', { input, name: inputName(plan, input) });
    // A further detector: acknowledgement and silence did not apply to it.
    if (!isNew && !isKnown) {
      alarm.row.acknowledged_at = null;
      alarm.row.acknowledged_by = '';
      if (alarm.row.silenced) move(alarm, alarmAction.unsilence);
    }
    due(alarm);
    deps.changed(alarm, false);
  }

  return {
    /** Takes in the input states that a fire terminal reports. */
    heard(terminal: number, states: readonly { input: number; active: boolean }[]): void {
      const { edges, normals } = inputs.take(terminal, states, (input) => ports.isTested(terminal, input));
      if (edges.length + normals.length === 0) return;
      for (const plan of configuration.plans.values()) {
        if (plan.fire_control_device !== terminal) continue;
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
  };
}
