import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { GpioTaskLive } from '../../../../contract/entities/tasks/gpioTask.ts';
import { buttonsColumn, type RowButton } from '../../kit/grid/ButtonsCell.ts';
import { detailColumn, nameColumn, statusColumn, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import { doesText, gpioState, type Panel, startersText, triggerText } from './gpioTaskView.ts';

export interface GpioContext {
  t: TFunction;
  timeZone: string;
  zoneName: (id: number) => string;
  panelOf: (id: number) => Panel;
  taskName: (id: number) => string;
  buttons: (row: GpioTaskLive) => readonly RowButton[];
  onButton: (row: GpioTaskLive, key: string) => void;
}

/** Columns that depend on other feeds than their row: names of terminals, lines, tasks and zones. */
export const namedColumns = ['trigger', 'does', 'started_by', 'org'];

/** Columns of GPIO tasks: state and name, trigger, actions, current starter. */
export function gpioTaskColumns(context: GpioContext): ColDef<GpioTaskLive>[] {
  const { t, panelOf } = context;
  return [
    statusColumn<GpioTaskLive>('state', t('common.status'), gpioState, t, 'gpio'),
    nameColumn<GpioTaskLive>('name', t('common.name'), { flex: 3, minWidth: 130 }),
    {
      ...textColumn<GpioTaskLive>('gpio_type', t('gpio.type'), { width: 96 }),
      valueFormatter: ({ value }) => t(`codes.gpioTaskType.${value}`),
    },
    detailColumn<GpioTaskLive>('trigger', t('gpio.trigger'), (row) => triggerText(row, panelOf, t), {
      flex: 3,
      minWidth: 140,
    }),
    detailColumn<GpioTaskLive>('does', t('gpio.does'), (row) => doesText(row, panelOf, context.taskName, t), {
      flex: 4,
      minWidth: 160,
    }),
    {
      ...textColumn<GpioTaskLive>('started_by', t('gpio.startedBy'), { flex: 2, minWidth: 100 }),
      valueGetter: ({ data }) => (data === undefined ? '' : startersText(data, panelOf, t)),
    },
    timeColumn<GpioTaskLive>('last_run_at', t('gpio.lastRun'), t('common.none'), context.timeZone, {
      width: 160,
    }),
    {
      ...nameColumn<GpioTaskLive>('org', t('zones.zone'), { width: 120, initialHide: true }),
      valueGetter: ({ data }) => (data?.org == null ? '' : context.zoneName(data.org)),
    },
    textColumn<GpioTaskLive>('desc', t('common.description'), { width: 160, initialHide: true }),
    buttonsColumn<GpioTaskLive>(t('kit.actions'), context.buttons, context.onButton, {
      width: 72,
      minWidth: 72,
    }),
  ];
}
