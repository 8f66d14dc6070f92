import { alarmState, drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive, AlarmZone } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { needsAttention } from '../../../streams/alarm.ts';
import { inputLabel } from './inputLabel.ts';
import { missing, planSentences, type Sentence } from './sentences.ts';

/** State of a plan that does not run, in a list: its worst defect, or how it starts and its terminals. */
export function planStand(plan: AlarmPlanLive): Sentence[] {
  const facts = planSentences(plan, '');
  const defect = facts.find(({ key }) => key === 'alarm.deviceOffline' || key === 'alarm.notReady');
  if (defect !== undefined) return [{ key: defect.key }];
  const isByHand = facts.some(({ key }) => key === 'alarm.onlyByHand');
  return [
    { key: isByHand ? 'alarm.onlyByHand' : 'status.not_started' },
    { key: 'alarm.reaches', params: { n: plan.targets } },
  ];
}

/** Effect of starting a plan by hand. It may switch outputs alone, or have its first message in a later step. */
export function startSentence(plan: AlarmPlanLive): Sentence {
  const phase = [plan, ...plan.steps].findIndex(({ linkage_task_ids }) => linkage_task_ids.length > 0);
  if (phase < 0 || plan.targets === 0) return { key: 'alarm.startNoSound' };
  return { key: phase === 0 ? 'alarm.startEffect' : 'alarm.startSoundLater', params: { n: plan.targets } };
}

/** Tells whether the inputs of an alarm are unknown, because its fire terminal is not connected. */
const isLost = ({ device_id, device_online }: AlarmLive) => device_id !== null && !device_online;

/** Facts about the fire terminal of an alarm; null: it is online, or there is none. */
export function lostSentence(alarm: AlarmLive): Sentence | null {
  const { device_name: name, device_relay: relay } = alarm;
  if (!isLost(alarm)) return null;
  if (relay !== null) return { key: 'alarm.deviceLostBehind', params: { name, relay } };
  return { key: 'alarm.deviceLost', params: { name } };
}

/** The inputs that were active in the last report of the fire terminal. */
export function inputSentences(alarm: AlarmLive): Sentence[] {
  const key = isLost(alarm) ? 'alarm.inputWasActive' : 'alarm.inputStillActive';
  return alarm.active_inputs.map((input) => ({ key, params: { input: inputLabel(alarm, input) } }));
}

/** States that an alarm waits for a person; null: it does not. */
export function attentionSentence(alarm: AlarmLive): Sentence | null {
  return needsAttention(alarm) && alarm.state === alarmState.alarming
    ? { key: 'alarm.unacknowledged' }
    : null;
}

/** Tells whether nothing is expected of the terminals: a silence. In a silent drill it is only recorded. */
export const isQuiet = ({ silenced, drill }: AlarmLive) => silenced && drill !== drillMode.silent;

/** Zones of an alarm with terminals that should sound and do not, and all others. */
export function zonesByProof(alarm: AlarmLive): Record<'silent' | 'rest', AlarmZone[]> {
  const isSilent = (zone: AlarmZone) => !isQuiet(alarm) && missing(zone) > 0;
  const { zones } = alarm;
  return { silent: zones.filter(isSilent), rest: zones.filter((zone) => !isSilent(zone)) };
}

/** Number of zones below the title of the proof. Zones in which something else sounds do not count. */
export function zonesSentence(alarm: AlarmLive): Sentence {
  const { rest } = zonesByProof(alarm);
  const n = isQuiet(alarm) ? rest.length : rest.filter(({ sounding }) => sounding > 0).length;
  return { key: 'alarm.soundingHow', params: { zones: n } };
}

/** State of a step of the course: over, current, still to come, or not reached before the alarm ended. */
export type StepState = 'past' | 'now' | 'next' | 'never';

/** State of step `i` of an alarm; 0 is its start. */
export function stepState({ state, alarming_at, step }: AlarmLive, i: number): StepState {
  if (state === alarmState.starting) return 'next';
  if (state === alarmState.reset) return alarming_at !== null && i <= step ? 'past' : 'never';
  if (i < step) return 'past';
  return i === step ? 'now' : 'next';
}
