import { alarmState, audioSource } from '../../../../contract/codes.ts';
import type { AlarmEventKind } from '../../../../contract/fieldCodes.ts';
import type { AlarmPlayer } from '../effects/alarmPlayer.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import type { Alarms } from './alarmsApi.ts';
import { type AlarmSound, RunningAlarm } from './runningAlarm.ts';

/** Age of an alarm up to which its pulses may not have been sent before the server ended, ms. */
const IN_DOUBT_MS = 10_000;

/** Tells if the pulses of an alarm were given before this start of the server. @param now wall time, ms */
export function werePulsesGiven({ alarming_at }: Pick<AlarmRow, 'alarming_at'>, now: number): boolean {
  return alarming_at !== null && now - alarming_at > IN_DOUBT_MS;
}

/** Alarm sounds of all steps that an alarm has reached, not playing yet. */
export function soundsSoFar(
  row: AlarmRow,
  plan: AlarmPlanRow,
  sound: Pick<AlarmPlayer, 'soundsOfStep'>,
): AlarmSound[] {
  if (row.state === alarmState.reset) return [];
  const alarm = new RunningAlarm(row, plan);
  return Array.from({ length: row.step + 1 }, (_, step) => sound.soundsOfStep(alarm, step)).flat();
}

export interface ResumeDeps {
  alarms: Pick<Alarms, 'ofPlan' | 'resume'>;
  plans: ReadonlyMap<number, AlarmPlanRow>;
  sound: Pick<AlarmPlayer, 'soundsOfStep'>;
}

/**
 * Continues an alarm that ran on another machine, with its sounds from their beginning. False: its plan is gone, or has
 * another alarm.
 *
 * @param isDone tells at which terminals that machine has carried out control actions and given pulses
 */
export function resumeAlarm(
  { alarms, plans, sound }: ResumeDeps,
  row: AlarmRow,
  because: AlarmEventKind,
  isDone: (terminal: number) => boolean,
): boolean {
  const plan = row.plan_id === null ? undefined : plans.get(row.plan_id);
  if (plan === undefined || alarms.ofPlan(plan.id) !== undefined) return false;
  const sounds = soundsSoFar(row, plan, sound);
  if (row.state === alarmState.alarming)
    for (const { task, targets, notified } of sounds)
      if (task.audio_source === audioSource.controlTask)
        for (const id of targets.keys()) if (isDone(id)) notified.add(id);
  alarms.resume(row, plan, sounds, because, isDone);
  return true;
}
