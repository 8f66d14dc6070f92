import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { CapturerTask } from '../../../../contract/entities/tasks/capturerTask.ts';
import { buttonsColumn, type RowButton } from '../../kit/grid/ButtonsCell.ts';
import { detailColumn, levelColumn, nameColumn, numberColumn, statusColumn } from '../../kit/grid/columns.ts';
import { type CapturerRow, channelLevel } from '../../shared/terminals/capturerColumns.ts';
import { channelOf, sourceText, stateOf, targetsText, triggerText } from './capturerTaskView.ts';

export interface CapturerTaskContext {
  t: TFunction;
  capturerOf: (id: number) => CapturerRow | undefined;
  /** Looks up a running broadcast by its id in `/v1/task`. */
  liveOf: (id: number) => BroadcastLive | undefined;
  buttons: (row: CapturerTask) => readonly RowButton[];
  onButton: (row: CapturerTask, key: string) => void;
}

/** Columns that depend on other feeds than their row: repainted often. */
export const liveColumns = ['source', 'level', 'trigger', 'targets'];

/** Columns of capturer tasks: state and name, channel with its level, targets, and trigger. */
export function capturerTaskColumns(context: CapturerTaskContext): ColDef<CapturerTask>[] {
  const { t, capturerOf, liveOf } = context;
  return [
    statusColumn<CapturerTask>('state', t('common.status'), stateOf, t, 'play'),
    nameColumn<CapturerTask>('name', t('common.name'), { flex: 3, minWidth: 140 }),
    detailColumn<CapturerTask>(
      'source',
      t('capturerTask.channel'),
      (row) => sourceText(row, capturerOf(row.capturer), t),
      { flex: 4, minWidth: 180 },
    ),
    levelColumn<CapturerTask>(
      'level',
      t('devices.level'),
      (row) => {
        const capturer = capturerOf(row.capturer);
        const one = channelOf(row, capturer);
        return capturer === undefined || one === null ? null : channelLevel(capturer, one);
      },
      { width: 128, minWidth: 104 },
    ),
    detailColumn<CapturerTask>(
      'targets',
      t('task.where'),
      (row) => targetsText(row, row.broadcast_id === null ? undefined : liveOf(row.broadcast_id), t),
      { flex: 3, minWidth: 120 },
    ),
    detailColumn<CapturerTask>(
      'trigger',
      t('capturer.mode'),
      (row) => triggerText(row, capturerOf(row.capturer), t),
      { flex: 2, minWidth: 116 },
    ),
    numberColumn<CapturerTask>('priority', t('common.priority'), undefined, { width: 72 }),
    numberColumn<CapturerTask>(
      'volume',
      t('common.volume'),
      (value) => (value === null ? t('task.ownShort') : String(value)),
      { width: 72 },
    ),
    buttonsColumn<CapturerTask>(t('kit.actions'), context.buttons, context.onButton, {
      width: 96,
      minWidth: 96,
    }),
  ];
}
