import { useTranslation } from 'react-i18next';
import { drillMode } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';
import { StatusChip } from '../kit/StatusChip.tsx';
import { alarmStatus } from './alarmStatus.ts';

/** How an alarm stands. A drill says that it is one, and is not red: red is a real alarm alone. */
export function AlarmChip({ alarm }: { alarm: AlarmLive }) {
  const { t } = useTranslation();
  const status = alarmStatus(alarm);
  if (alarm.drill === drillMode.none) return <StatusChip status={status} />;
  const text = `${t(`codes.drillMode.${alarm.drill}`)} · ${t(`status.${status}`)}`;
  return <StatusChip status="drill" text={text} />;
}
