import type { TFunction } from 'i18next';
import { drillMode } from '../../../../contract/codes.ts';
import type { AlarmRecordDetail } from '../../../../contract/entities/tasks/alarm.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { inputLabel } from '../../shared/alarms/inputLabel.ts';
import { endText, originText } from './recordColumns.ts';

/**
 * Describes when, how and by whom the alarm was ended. One cancelled during its delay has no time of its own.
 */
function endedText(at: string, how: string, { reset_at, reset_by_user }: AlarmRecordDetail): string {
  return [reset_at === null && how !== '' ? '' : at, how, reset_by_user].filter(Boolean).join(' ');
}

/** Label and text of each fact of a record, for panel and report. */
export function recordFacts(t: TFunction, record: AlarmRecordDetail, zone: string): [string, string][] {
  const none = t('common.none');
  const at = (seconds: number | null) => formatTimestamp(seconds, none, zone);
  const lines = (numbers: readonly (number | string)[]) => numbers.join(t('kit.listComma')) || none;
  const input_names = Object.fromEntries(
    record.events.flatMap(({ params }) =>
      params.input === undefined ? [] : [[String(params.input), String(params.name ?? '')]],
    ),
  );
  const isSilent = record.drill === drillMode.silent;
  const end = record.reset_at ?? null;
  return [
    ...(record.drill === drillMode.none
      ? []
      : ([[t('alarmRecord.kind'), t(`codes.drillMode.${record.drill}`)]] as [string, string][])),
    [t('alarmRecord.origin'), originText(t, record)],
    [t('alarmRecord.device'), record.device_name || none],
    [t('alarmRecord.inputs'), lines(record.input_nums.map((input) => inputLabel({ input_names }, input)))],
    [t('alarmRecord.outputs'), lines(record.output_nums)],
    [t('alarmRecord.createdAt'), at(record.created_at)],
    [
      t(isSilent ? 'alarmRecord.requestedAt' : 'alarmRecord.alarmingAt'),
      record.cancelled ? t('alarmRecord.cancelled') : at(record.alarming_at),
    ],
    [t('alarmRecord.acknowledgedBy'), [at(record.acknowledged_at), record.acknowledged_by].join(' ').trim()],
    [t('alarmRecord.endedAt'), endedText(at(end), endText(t, record), record)],
    [t('alarmRecord.lasted'), end === null ? none : durationText(t, (end - record.created_at) * 1000)],
    [
      t(isSilent ? 'alarmRecord.confirmedAt' : 'alarmRecord.heard'),
      record.alarming_at === null ? none : `${record.heard} / ${record.targets}`,
    ],
    [
      t(isSilent ? 'alarmRecord.firstConfirmed' : 'alarmRecord.firstSound'),
      record.first_sound_ms === null ? none : `${record.first_sound_ms} ms`,
    ],
  ];
}
