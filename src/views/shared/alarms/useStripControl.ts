import { useEffect } from 'react';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { type AlarmControls, useAlarmControl } from './useAlarmControl.ts';

/** Acknowledges by F8 on every screen. */
function useAcknowledgeKey({ act }: AlarmControls, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.repeat) return;
      event.preventDefault();
      act('acknowledge');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn, act]);
}

/**
 * Controls of the first alarm in a strip, with its acknowledgement by F8.
 *
 * @param isNew it has just taken the place of another one, for which a press now is meant
 */
export function useStripControl(first: AlarmLive, isNew: boolean) {
  const control = useAlarmControl(first.plan_id, first);
  const canAcknowledge = control.can('acknowledge') && !isNew;
  useAcknowledgeKey(control, canAcknowledge);
  const hasAcknowledge =
    first.acknowledged_at === null && control.may('acknowledge') && control.matches(alarmState.alarming);
  return { control, canAcknowledge, hasAcknowledge };
}
