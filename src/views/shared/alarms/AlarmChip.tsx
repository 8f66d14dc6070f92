import { useTranslation } from 'react-i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { alarmStatus } from './alarmStatus.ts';

/** State of an alarm. A drill is marked as such and not red: red is for real alarms only. */
export function AlarmChip({ alarm }: { alarm: AlarmLive }) {
  const { t } = useTranslation();
  const status = alarmStatus(alarm);
  if (alarm.drill === drillMode.none) return <StatusChip status={status} />;
  const text = `${t(`codes.drillMode.${alarm.drill}`)} · ${t(`status.${status}`)}`;
  return <StatusChip status="drill" text={text} />;
}
