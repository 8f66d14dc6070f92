import type { PlayStatus } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { alarmResult, playbackWorkflow } from '../../../../contract/workflow.ts';
import type { UnsentAction } from '../../../machines/outbox.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { alarmStatus } from '../../shared/alarms/alarmStatus.ts';
import { factsOf } from '../../shared/alarms/useAlarmControl.ts';

/** Present state of the object of an unsent action, and whether the action is possible in it. */
export interface PresentState {
  /** Null: it has ended. */
  status: StatusName | null;
  isPossible: boolean;
}

/** Broadcast or saved task as far as its playback is concerned; undefined: it is not on the air, or is deleted. */
export interface PlayedRow {
  status: StatusName;
  play: PlayStatus;
}

/** Present state of a broadcast or a saved task. */
export function playedState(action: string, row: PlayedRow | undefined): PresentState {
  if (row === undefined) return { status: null, isPossible: false };
  const isItem = action === 'previous' || action === 'next';
  return { status: row.status, isPossible: isItem || action in playbackWorkflow[row.play] };
}

/**
 * Present state of the alarm of a plan. Where another alarm runs by now than the one that was meant, that one has
 * ended.
 */
export function alarmStateOf(
  { alarm: meant, action }: Extract<UnsentAction, { on: 'alarm' }>,
  alarm: AlarmLive | undefined,
): PresentState {
  if (meant !== null && alarm?.id !== meant) return { status: null, isPossible: false };
  const facts = factsOf(alarm);
  return {
    status: alarm === undefined ? 'not_started' : alarmStatus(alarm),
    isPossible: 'to' in alarmResult(facts.state, action, facts),
  };
}
