import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { codeValues, runResult, taskType } from '../../../contract/codes.ts';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import {
  detailColumn,
  nameColumn,
  numberColumn,
  paged,
  textColumn,
  timeColumn,
} from '../kit/grid/columns.ts';
import { durationText } from '../kit/time/lengths.ts';

/** Filter values: results of a run, and two that follow from its proof. */
export const runResults = ['on_air', 'incomplete', ...codeValues(runResult)] as const;

/** Tells whether a run was not carried out as planned. */
export function isFailure(row: Pick<TaskLogRow, 'result'>): boolean {
  return row.result === 'missed' || row.result === 'failed' || row.result === 'source';
}

/**
 * Number of terminals at which a finished run was not heard; a control task: not carried out. Those behind a lost relay
 * are not known.
 */
const unheardOf = (row: TaskLogRow) => (row.result === null ? 0 : row.targets - row.heard - row.behind_relay);

/** Terminals at which a run was not heard, in words; empty: none. */
function unheardText(row: TaskLogRow, t: TFunction): string {
  const [terminals, n] = [unheardOf(row), row.result === null ? 0 : row.behind_relay];
  const parts = [
    ...(terminals > 0 ? [t(isControl(row) ? 'taskLog.notDone' : 'taskLog.notHeard', { terminals })] : []),
    ...(n > 0 ? [t('home.behindRelay', { n })] : []),
  ];
  return parts.join(t('kit.listComma'));
}

/** Tells whether a run is a control task: its proof lists where it was carried out, not where it was heard. */
export function isControl(row: Pick<TaskLogRow, 'task_type'>): boolean {
  return row.task_type === taskType.control;
}

/** Formats a delay in milliseconds; from a minute on as a duration. */
function delayText(t: TFunction, ms: number | null): string {
  if (ms === null) return '—';
  return ms < 60_000 ? `${ms} ms` : durationText(t, ms);
}

/** Formats the seconds of sound that sound cards missed; a dash if not reported. */
function missedText(ms: number | null): string {
  return ms === null ? '—' : `${(ms / 1000).toFixed(2)} s`;
}

/** Columns of the task log, with a summary of the proof of delivery. A log is in order of time. */
export function taskLogColumns(t: TFunction, timeZone: string): ColDef<TaskLogRow>[] {
  const none = t('common.none');
  const code = (field: 'operator_code' | 'device_code' | 'capturer_code' | 'gpio_code', label: string) =>
    textColumn<TaskLogRow>(field, label, { width: 112 });
  return paged<TaskLogRow>(
    [
      timeColumn('start_time', t('taskLog.startTime'), none, timeZone, { width: 150 }),
      timeColumn('end_time', t('taskLog.endTime'), none, timeZone, { width: 150 }),
      nameColumn('task_name', t('taskLog.task'), { flex: 3, minWidth: 140 }),
      detailColumn(
        'result',
        t('taskLog.outcome'),
        (row) => ({
          main: t(`taskLog.result.${row.result ?? 'on_air'}`),
          detail: row.error,
          fault: isFailure(row),
        }),
        { flex: 2, minWidth: 132 },
      ),
      detailColumn(
        'heard',
        t('taskLog.heard'),
        (row) => ({
          main: `${row.heard} / ${row.targets}`,
          detail: unheardText(row, t),
          fault: unheardOf(row) > 0,
        }),
        { flex: 2, minWidth: 148 },
      ),
      numberColumn('first_sound_ms', t('taskLog.firstSound'), (ms) => delayText(t, ms), { width: 92 }),
      numberColumn('lost', t('taskLog.lost'), undefined, { width: 72 }),
      numberColumn('late', t('taskLog.late'), undefined, { width: 72 }),
      numberColumn('missed_ms', t('taskLog.missedS'), missedText, { width: 84 }),
      textColumn('task_type', t('task.type'), {
        width: 104,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.taskType.${data.task_type}`)),
      }),
      textColumn('audio_source', t('task.source'), {
        width: 104,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.audioSource.${data.audio_source}`)),
      }),
      textColumn('operator_code', t('taskLog.operator'), {
        width: 112,
        valueGetter: ({ data }) => data?.operator_code || t('taskLog.schedule'),
      }),
      code('device_code', t('taskLog.device')),
      code('capturer_code', t('taskLog.capturer')),
      numberColumn('capturer_channel', t('taskLog.channel'), (n) => (n === null ? '' : String(n)), {
        width: 72,
      }),
      code('gpio_code', t('taskLog.gpio')),
    ],
    [],
  );
}
