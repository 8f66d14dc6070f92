import type { TFunction } from 'i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmRecordDetail } from '../../../../contract/entities/tasks/alarm.ts';
import { durationText } from '../../kit/time/lengths.ts';

type Facts = Pick<
  AlarmRecordDetail,
  | 'drill'
  | 'cancelled'
  | 'heard'
  | 'targets'
  | 'behind_relay'
  | 'created_at'
  | 'acknowledged_at'
  | 'acknowledged_by'
  | 'reset_at'
>;

/** Result of an alarm in sentences: where it was heard, who acknowledged it, and when it ended. */
export function reportResult(t: TFunction, record: Facts): string[] {
  if (record.cancelled) return [t('alarmReport.result.cancelled')];
  const after = (seconds: number) => durationText(t, (seconds - record.created_at) * 1000);
  const { heard, targets, behind_relay: n, acknowledged_at, reset_at } = record;
  return [
    t(`alarmReport.result.${record.drill === drillMode.silent ? 'confirmed' : 'heard'}`, { heard, targets }),
    ...(n > 0 ? [t('alarmReport.result.behindRelay', { n })] : []),
    acknowledged_at === null
      ? t('alarmReport.result.unacknowledged')
      : t('alarmReport.result.acknowledged', {
          name: record.acknowledged_by,
          after: after(acknowledged_at),
        }),
    reset_at === null
      ? t('alarmReport.result.running')
      : t('alarmReport.result.ended', { after: after(reset_at) }),
  ];
}
