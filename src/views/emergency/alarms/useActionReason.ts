import { useTranslation } from 'react-i18next';
import type { AlarmAction } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { inputLabel } from '../../shared/alarms/inputLabel.ts';
import type { AlarmControls } from '../../shared/alarms/useAlarmControl.ts';

/** Reason why an action cannot be taken now; undefined: it can. Stale data never disables alarm actions. */
export function useActionReason(
  alarm: AlarmLive,
  control: AlarmControls,
): (action: AlarmAction) => string | undefined {
  const { t } = useTranslation();
  return (action) => {
    if (!control.may(action)) return t('alarm.noRight');
    if (control.isPending(action)) return t('alarm.underWay');
    if (control.can(action)) return undefined;
    if (action !== 'reset' || alarm.active_inputs.length === 0) return t('alarm.notNow');
    const inputs = alarm.active_inputs.map((input) => inputLabel(alarm, input)).join(t('kit.listComma'));
    return t('alarm.waitsForInput', { inputs });
  };
}
