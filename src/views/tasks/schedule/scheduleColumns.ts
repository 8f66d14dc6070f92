import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { QueuedStartLive } from '../../../../contract/entities/tasks/queuedStart.ts';
import type { ScheduledTaskLive } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { buttonsColumn, type RowButton } from '../../kit/grid/ButtonsCell.ts';
import { detailColumn, nameColumn, numberColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { recentTime } from '../../kit/time/recentTime.ts';
import { policyText, shortQueueText } from '../../shared/queue/queueText.ts';
import { copiesText } from '../../shared/tasks/offlineText.ts';
import { daysText, playStatusName, shortTime } from '../../shared/tasks/taskStatus.ts';

export interface ScheduleColumnContext {
  t: TFunction;
  timeZone: string;
  /** Server time, epoch ms. */
  now: () => number;
  /** Width of the window, px: in a narrower one fewer columns are shown at first. */
  width: number;
  /** Entry of the queue of the run of a task that waits; undefined: none. */
  waiting: (task: number) => QueuedStartLive | undefined;
  buttons: (row: ScheduledTaskLive) => readonly RowButton[];
  onButton: (row: ScheduledTaskLive, key: string) => void;
}

type Node = { data?: ScheduledTaskLive | undefined };
const last = Number.POSITIVE_INFINITY;

/** Time of the next run, with a countdown during the last hour. */
function nextText(row: ScheduledTaskLive, context: ScheduleColumnContext): string {
  const { t, now, timeZone } = context;
  return recentTime(row.next_run, now(), t('common.none'), timeZone);
}

/** Its next run; while a run waits, until when and for what. The panel has more. */
function runTexts(row: ScheduledTaskLive, context: ScheduleColumnContext): { main: string; detail: string } {
  const { t, now, waiting } = context;
  const entry = waiting(row.id);
  if (entry === undefined)
    return { main: nextText(row, context), detail: row.enabled ? '' : t('common.disabled') };
  const { waits, tasks } = shortQueueText(t, entry, now());
  return { main: waits, detail: tasks };
}

/** Columns of saved tasks: validity, next run and play status first, then source, time and playback. */
export function scheduleColumns(context: ScheduleColumnContext): ColDef<ScheduledTaskLive>[] {
  const { t } = context;
  const isNarrow = context.width < 1600;
  return [
    statusColumn<ScheduledTaskLive>('validity', t('schedule.validity'), 'validity', t, 'validity'),
    nameColumn<ScheduledTaskLive>('name', t('common.name'), { flex: 3, minWidth: 140 }),
    {
      ...textColumn<ScheduledTaskLive>('start_time', t('schedule.startTime'), { width: 88, minWidth: 72 }),
      valueFormatter: ({ value }) => shortTime(String(value ?? '')),
    },
    {
      ...textColumn<ScheduledTaskLive>('schedule_day', t('schedule.days'), { flex: 1, minWidth: 84 }),
      valueGetter: ({ data }) => (data === undefined ? '' : daysText(data, t)),
    },
    detailColumn<ScheduledTaskLive>('next_run', t('schedule.nextRun'), (row) => runTexts(row, context), {
      flex: 2,
      minWidth: 140,
      comparator: (_a, _b, a: Node, b: Node) => (a.data?.next_run ?? last) - (b.data?.next_run ?? last),
    }),
    statusColumn<ScheduledTaskLive>('play_status', t('schedule.playStatus'), playStatusName, t, 'play'),
    {
      ...textColumn<ScheduledTaskLive>('audio_source', t('task.source'), { width: 96 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.audioSource.${data.audio_source}`)),
    },
    numberColumn<ScheduledTaskLive>(
      'run_ms',
      t('schedule.length'),
      (ms) => (ms === null ? '—' : durationText(t, ms)),
      { width: 80, hide: isNarrow },
    ),
    numberColumn<ScheduledTaskLive>('priority', t('common.priority'), undefined, {
      width: 72,
      hide: isNarrow,
    }),
    numberColumn<ScheduledTaskLive>(
      'volume',
      t('common.volume'),
      (value) => (value === null ? t('task.ownShort') : String(value)),
      { width: 72, hide: isNarrow },
    ),
    {
      ...textColumn<ScheduledTaskLive>('busy_policy', t('queue.whenBusy'), { width: 180, hide: true }),
      valueGetter: ({ data }) => (data === undefined ? '' : policyText(t, data)),
    },
    {
      ...textColumn<ScheduledTaskLive>('plan_name', t('schedule.plan'), {
        flex: 2,
        minWidth: 96,
        hide: isNarrow,
      }),
      valueFormatter: ({ value }) => value ?? t('schedule.noPlan'),
    },
    {
      ...textColumn<ScheduledTaskLive>('start_date', t('schedule.dates'), { width: 200, hide: isNarrow }),
      valueGetter: ({ data }) =>
        data === undefined
          ? ''
          : t('schedule.fromTo', {
              from: data.start_date,
              to: data.end_date ?? t('schedule.noEnd'),
            }),
    },
    detailColumn<ScheduledTaskLive>('kept', t('offlineCache.column'), (row) => copiesText(row.kept, t), {
      width: 96,
    }),
    buttonsColumn<ScheduledTaskLive>(t('kit.actions'), context.buttons, context.onButton, {
      width: 96,
      minWidth: 96,
    }),
  ];
}

/** Formats the start of a run for the panel: date, weekday and time in the site's time zone. */
export function runText(at: number, timeZone: string, t: TFunction): string {
  const text = formatTimestamp(at, '', timeZone);
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return `${text.slice(0, 10)} ${t(`schedule.weekdayShort.${day}`)} ${text.slice(11)}`;
}
