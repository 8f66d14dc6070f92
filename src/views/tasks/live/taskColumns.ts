import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { liveSpeech } from '../../../../contract/codes.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { buttonsColumn, type RowButton } from '../../kit/grid/ButtonsCell.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import {
  compareStatus,
  detailColumn,
  levelColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from '../../kit/grid/columns.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { taskState } from '../../shared/startTask/taskState.ts';
import { type ProgressClasses, progressColumn } from './ProgressCell.ts';

export interface TaskColumnContext {
  t: TFunction;
  timeZone: string;
  /** Server time, epoch ms. */
  now: () => number;
  progress: ProgressClasses;
  buttons: (row: BroadcastLive) => readonly RowButton[];
  onButton: (row: BroadcastLive, key: string) => void;
}

type Node = { data?: BroadcastLive | undefined };

/**
 * Compares by state, abnormal first, then the highest claim, then the earlier start, in both sort directions
 * of the state.
 */
function byStateThenClaim(
  a: StatusName,
  b: StatusName,
  nodeA: Node,
  nodeB: Node,
  isDescending: boolean,
): number {
  const state = compareStatus(a, b);
  if (state !== 0 || nodeA.data === undefined || nodeB.data === undefined) return state;
  const order = nodeB.data.weight - nodeA.data.weight || nodeA.data.started_at - nodeB.data.started_at;
  return isDescending ? -order : order;
}

/** Current item: its name, and its position in the list; speech has neither. */
export function itemOf(row: BroadcastLive, t: TFunction): DetailText {
  const place = row.item_count > 1 ? t('task.itemOf', { n: row.item_index + 1, m: row.item_count }) : '';
  if (row.source_silent) return { main: t('task.sourceSilent'), detail: row.item_name, fault: true };
  const isSpeech = liveSpeech.has(row.audio_source) && row.item_name === '';
  return { main: isSpeech ? t(`codes.audioSource.${row.audio_source}`) : row.item_name, detail: place };
}

const missingStates = ['sent', 'unknown', 'silent', 'preempted', 'offline', 'behind_relay'] as const;

/** Number of terminals where it is heard, and reasons for the others. */
export function soundingOf(row: BroadcastLive, t: TFunction): DetailText {
  if (row.waiting_for > 0)
    return { main: `0 / ${row.targets}`, detail: t('task.waitingFor', { n: row.waiting_for }) };
  const missing = row.state === 'paused' ? [] : missingStates.filter((key) => row[key] > 0);
  return {
    main: `${row.sounding} / ${row.targets}`,
    detail: missing.map((key) => t(`task.missing.${key}`, { terminals: row[key] })).join(t('kit.listComma')),
    fault: row.state === 'playing' && row.silent + row.offline > 0,
  };
}

/** HH:mm:ss today, with the date otherwise; `at` in epoch seconds. */
export function sinceText(at: number, now: number, timeZone: string): string {
  const text = formatTimestamp(at, '', timeZone);
  return text.slice(0, 10) === formatTimestamp(now / 1000, '', timeZone).slice(0, 10) ? text.slice(11) : text;
}

/** Columns of running broadcasts. */
export function taskColumns(context: TaskColumnContext): ColDef<BroadcastLive>[] {
  const { t, timeZone, now } = context;
  const volume = (value: number | null) => (value === null ? t('task.ownShort') : String(value));
  return [
    {
      ...statusColumn<BroadcastLive>('state', t('common.status'), (row) => taskState(row, now()), t, 'task'),
      comparator: byStateThenClaim,
    },
    nameColumn<BroadcastLive>('name', t('common.name'), { flex: 3, minWidth: 120 }),
    {
      ...textColumn<BroadcastLive>('task_type', t('task.type'), { width: 80 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.taskType.${data.task_type}`)),
    },
    numberColumn<BroadcastLive>('priority', t('common.priority'), undefined, { width: 56 }),
    detailColumn<BroadcastLive>('item', t('task.plays'), (row) => itemOf(row, t), { flex: 5, minWidth: 150 }),
    progressColumn(t, t('task.elapsedLeft'), context.progress, t('task.endless'), now),
    detailColumn<BroadcastLive>('sounding', t('task.sounding'), (row) => soundingOf(row, t), {
      flex: 4,
      minWidth: 136,
      comparator: (_a, _b, a: Node, b: Node) => missingOf(b.data) - missingOf(a.data),
    }),
    levelColumn<BroadcastLive>(
      'level',
      t('devices.level'),
      (row) =>
        row.state !== 'playing' || (row.level_db === null && row.sounding > 0)
          ? null
          : {
              level: row.level_db,
              peak: row.level_db,
              silent: taskState(row, now()) === 'no_sound',
              key: row.id,
            },
      { width: 112, minWidth: 96 },
    ),
    numberColumn<BroadcastLive>('volume', t('common.volume'), volume, { width: 64 }),
    detailColumn<BroadcastLive>(
      'started_at',
      t('task.startedBy'),
      (row) => ({ main: row.started_by, detail: sinceText(row.started_at, now(), timeZone) }),
      {
        flex: 2,
        minWidth: 116,
        comparator: (_a, _b, a: Node, b: Node) => (a.data?.started_at ?? 0) - (b.data?.started_at ?? 0),
      },
    ),
    buttonsColumn<BroadcastLive>(t('kit.actions'), context.buttons, context.onButton, {
      width: 128,
      minWidth: 128,
    }),
  ];
}

function missingOf(row: BroadcastLive | undefined): number {
  return row === undefined ? 0 : row.targets - row.sounding - row.sent;
}
