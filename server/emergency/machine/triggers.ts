import { type AlarmAction, alarmAction, alarmState } from '../../../contract/codes.ts';
import { settingsOf } from '../../../contract/entities/kinds.ts';
import type { Effects } from '../effects/effects.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import type { AlarmsDeps } from './alarmsApi.ts';
import { type Doer, itself } from './ports.ts';
import type { RunningAlarm } from './runningAlarm.ts';

export interface Moves {
  /** Alarms that are not over. */
  byPlan: ReadonlyMap<number, RunningAlarm>;
  effects: Effects;
  move(alarm: RunningAlarm, what: AlarmAction): unknown;
  /** Does what is due of it. */
  due(alarm: RunningAlarm): void;
  /** Ends it at once, whatever it is in. */
  finish(alarm: RunningAlarm, doer: Doer): void;
}

/** What inputs of fire terminals do to alarms: an edge begins one or joins it. */
export function createTriggers(deps: AlarmsDeps, { byPlan, effects, move, due, finish }: Moves) {
  const { book, inputs, journal, ports } = deps;
  const { deviceOf, note, begin } = effects;

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
      alarm = begin(plan, start, delay ?? 0);
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

  return {
    /** What a fire terminal says of its inputs. */
    heard(terminal: number, said: readonly { input: number; active: boolean }[]): void {
      const { edges, normals } = inputs.take(terminal, said, (input) => ports.isTested(terminal, input));
      if (edges.length + normals.length === 0) return;
      for (const plan of book.plans.values()) {
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
