import {
  type AlarmAction,
  type AlarmEvent,
  alarmAction,
  alarmEvent,
  alarmState,
} from '../../../../contract/codes.ts';
import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmActor } from './alarm.ports.ts';
import type { AlarmsDeps } from './alarmsApi.ts';
import type { RunningAlarm } from './runningAlarm.ts';

export interface FollowDeps extends Pick<AlarmsDeps, 'journal' | 'wall' | 'mono'> {
  move(alarm: RunningAlarm, what: AlarmAction | AlarmEvent, actor?: AlarmActor): unknown;
  /** Ends it at once, in any state. */
  finish(alarm: RunningAlarm, actor: AlarmActor): void;
}

const by = (name: string): AlarmActor => ({ accountId: null, code: '', name, ip: '' });

/** Creates the function that brings an alarm in line with what it became at a relay (`Alarms.follow`). */
export function createFollow({ journal, wall, mono, move, finish }: FollowDeps) {
  function start(alarm: RunningAlarm, at: AlarmRow): void {
    const { row } = alarm;
    if (row.state !== alarmState.starting || at.alarming_at === null) return;
    move(alarm, alarmEvent.delayOver);
    row.alarming_at = at.alarming_at;
  }

  /** A detector that the server has not heard: acknowledgement and silence here did not apply to it. */
  function addInputs(alarm: RunningAlarm, at: AlarmRow): void {
    const { row } = alarm;
    const further = at.input_nums.filter((input) => !row.input_nums.includes(input));
    if (further.length === 0) return;
    row.input_nums = [...row.input_nums, ...further];
    row.acknowledged_at = null;
    row.acknowledged_by = '';
    if (row.silenced && !at.silenced) move(alarm, alarmAction.unsilence);
  }

  function reset(alarm: RunningAlarm, at: AlarmRow, relay: string): void {
    const { row } = alarm;
    // A reset is refused while an input is active; it was not refused at the relay.
    if (row.state === alarmState.alarming) move(alarm, alarmAction.stop, by(at.reset_by_user || relay));
    row.reset_at = at.reset_at;
    row.reset_until = at.reset_until;
    alarm.resetDue = at.reset_until === null ? mono() : mono() + (at.reset_until - wall());
  }

  return (alarm: RunningAlarm, at: AlarmRow, relay: string): void => {
    const { row } = alarm;
    alarm.isFollowing = true;
    try {
      if (at.ended_at !== null) {
        finish(alarm, by(at.reset_by_user || relay));
        const { reset_at, reset_by_user, reset_until, cancelled, ended_at } = at;
        Object.assign(row, { reset_at, reset_by_user, reset_until, cancelled, ended_at });
        return;
      }
      start(alarm, at);
      while (row.state === alarmState.alarming && row.step < at.step && alarm.stepsLeft > 0)
        move(alarm, alarmAction.step);
      addInputs(alarm, at);
      if (at.acknowledged_at !== null && row.acknowledged_at === null) {
        move(alarm, alarmAction.acknowledge, by(at.acknowledged_by || relay));
        if (row.acknowledged_at !== null) row.acknowledged_at = at.acknowledged_at;
      }
      if (at.silenced && !row.silenced) move(alarm, alarmAction.silence);
      if (at.state === alarmState.reset) reset(alarm, at, relay);
    } finally {
      alarm.isFollowing = false;
      journal.note(row);
    }
  };
}
