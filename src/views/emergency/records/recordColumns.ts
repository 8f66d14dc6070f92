import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { alarmState, drillMode } from '../../../../contract/codes.ts';
import { type AlarmRecord, alarmRecordSortable } from '../../../../contract/entities/tasks/alarm.ts';
import {
  detailColumn,
  nameColumn,
  numberColumn,
  paged,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import type { StatusName } from '../../kit/status/status.ts';

const ends = { reset: 'reset', stop: 'alarm_stopped', cancelled: 'alarm_cancelled' } as const;

/** Status of an alarm in progress; of one that has ended, the way it ended. */
export function recordStatus(
  row: Pick<AlarmRecord, 'state' | 'drill'> & Partial<Pick<AlarmRecord, 'ended_how'>>,
): StatusName {
  // Red is for real alarms only: a drill has its own status, also after its end.
  if (row.drill !== drillMode.none) return 'drill';
  if (row.state === alarmState.notStarted || row.state === alarmState.reset)
    return ends[row.ended_how ?? 'reset'];
  return row.state === alarmState.alarming ? 'in_alarm' : row.state;
}

/** Describes the origin of an alarm. */
export function originText(t: TFunction, { origin }: Pick<AlarmRecord, 'origin'>): string {
  return [t(`codes.alarmCause.${origin.kind}`), origin.by, origin.text].filter(Boolean).join(' ');
}

/** Describes how the alarm ended; empty: not over. */
export function endText(t: TFunction, { ended_how }: Pick<AlarmRecord, 'ended_how'>): string {
  return ended_how === null ? '' : t(`alarmEvent.${ended_how}`);
}

/** Columns of the alarm records. */
export function recordColumns(t: TFunction, timeZone: string): ColDef<AlarmRecord>[] {
  const none = t('common.none');
  const lines = (field: 'input_nums' | 'output_nums', label: string) =>
    textColumn<AlarmRecord>(field, label, {
      width: 84,
      valueGetter: ({ data }) => data?.[field].join(t('kit.listComma')) ?? '',
    });
  return paged<AlarmRecord>(
    [
      statusColumn<AlarmRecord>('state', t('common.status'), recordStatus, t, 'alarmRecord'),
      timeColumn('created_at', t('alarmRecord.createdAt'), none, timeZone, { width: 150 }),
      detailColumn(
        'plan_name',
        t('alarmRecord.plan'),
        (row) => ({
          main: row.plan_name,
          detail: row.drill === drillMode.none ? '' : t(`codes.drillMode.${row.drill}`),
        }),
        { flex: 3, minWidth: 150 },
      ),
      nameColumn('device_name', t('alarmRecord.device'), { flex: 2, minWidth: 110 }),
      lines('input_nums', t('alarmRecord.inputs')),
      lines('output_nums', t('alarmRecord.outputs')),
      textColumn('origin', t('alarmRecord.origin'), {
        flex: 2,
        minWidth: 110,
        valueGetter: ({ data }) => (data === undefined ? '' : originText(t, data)),
      }),
      detailColumn(
        'heard',
        t('alarmRecord.heard'),
        (row) => ({
          main: row.alarming_at === null ? '—' : `${row.heard} / ${row.targets}`,
          detail: '',
          fault: row.alarming_at !== null && row.heard + row.behind_relay < row.targets,
        }),
        { flex: 1, minWidth: 110 },
      ),
      numberColumn('first_sound_ms', t('alarmRecord.firstSound'), (ms) => (ms === null ? '—' : `${ms} ms`)),
      textColumn('acknowledged_by', t('alarmRecord.acknowledgedBy'), { width: 112 }),
      timeColumn('reset_at', t('alarmRecord.endedAt'), none, timeZone, { width: 150 }),
      detailColumn(
        'reset_by_user',
        t('alarmRecord.endedBy'),
        (row) => ({ main: row.reset_by_user, detail: endText(t, row) }),
        { flex: 1, minWidth: 130 },
      ),
      textColumn('status', t('alarmRecord.status'), {
        width: 84,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.alarmStatus.${data.status}`)),
      }),
    ],
    alarmRecordSortable,
  );
}
