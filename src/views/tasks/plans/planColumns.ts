import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { Plan } from '../../../../contract/entities/tasks/plan.ts';
import { nameColumn, numberColumn, statusColumn, textColumn, timeColumn } from '../../kit/grid/columns.ts';

/** Columns of plans: validity and dates first, then their content. */
export function planColumns(t: TFunction, timeZone: string): ColDef<Plan>[] {
  return [
    statusColumn<Plan>('validity', t('schedule.validity'), 'validity', t, 'validity'),
    nameColumn<Plan>('name', t('common.name'), { flex: 3, minWidth: 160 }),
    textColumn<Plan>('start_date', t('schedule.startDate'), { width: 116 }),
    {
      ...textColumn<Plan>('end_date', t('schedule.endDate'), { width: 116 }),
      valueFormatter: ({ value }) => value ?? t('schedule.noEnd'),
    },
    numberColumn<Plan>('task_count', t('plan.tasks'), undefined, {
      width: 80,
      valueGetter: ({ data }) => data?.tasks.length ?? 0,
    }),
    numberColumn<Plan>('exception_count', t('plan.exceptions'), undefined, {
      width: 96,
      valueGetter: ({ data }) => data?.exceptions.length ?? 0,
    }),
    timeColumn<Plan>('next_run', t('schedule.nextRun'), t('common.none'), timeZone),
    {
      ...textColumn<Plan>('enabled', t('common.enabled'), { width: 88 }),
      valueGetter: ({ data }) => (data === undefined ? '' : t(data.enabled ? 'common.yes' : 'common.no')),
    },
    textColumn<Plan>('desc', t('common.description'), { flex: 3, minWidth: 120 }),
  ];
}
