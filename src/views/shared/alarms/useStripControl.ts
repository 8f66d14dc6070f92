import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { useShortcut } from '../../kit/action/useShortcut.ts';
import { useAlarmControl } from './useAlarmControl.ts';

/**
 * Controls of the first alarm in a strip, with its acknowledgement by F8.
 *
 * @param isNew it has just taken the place of another one, for which a press now is meant
 */
export function useStripControl(first: AlarmLive, isNew: boolean) {
  const control = useAlarmControl(first.plan_id, first);
  const canAcknowledge = control.can('acknowledge') && !isNew;
  useShortcut('F8', canAcknowledge, () => control.act('acknowledge'));
  const hasAcknowledge =
    first.acknowledged_at === null && control.may('acknowledge') && control.matches(alarmState.alarming);
  return { control, canAcknowledge, hasAcknowledge };
}
