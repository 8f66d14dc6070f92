import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { detailColumn, nameColumn, numberColumn, statusColumn, textColumn } from '../../kit/grid/columns.ts';
import { recentTime } from '../../kit/time/recentTime.ts';
import { type FireRow, inputName } from '../../shared/terminals/fireColumns.ts';
import { reachText } from '../linkageTasks/linkageColumns.ts';
import { planState } from './planKind.tsx';

export interface PlanColumnContext {
  t: TFunction;
  timeZone: string;
  /** Server time, epoch ms. */
  now: () => number;
  /** Width of the window, px. */
  width: number;
  zoneName: (id: number) => string;
  /** Looks up the current fire terminal; undefined: not known, or not visible to the user. */
  deviceOf: (id: number) => FireRow | undefined;
}

/** Describes the trigger of a plan: inputs by name, and their terminal. */
export function triggerText(plan: AlarmPlanLive, context: PlanColumnContext): DetailText {
  const { t, deviceOf } = context;
  const id = plan.fire_control_device;
  if (id === null || plan.input_nums.length === 0) return { main: '', detail: t('alarmPlan.byHandOnly') };
  const device = deviceOf(id);
  const name = (input: number) =>
    device === undefined ? t('fire.inputN', { input }) : inputName(device, input, t);
  const inputs = plan.input_nums.map(name).join(t('kit.listComma'));
  const detail = [device?.name ?? `#${id}`, ...(plan.activated ? [] : [t('alarmPlan.inactive')])].join(
    t('kit.listComma'),
  );
  if (plan.device_online) return { main: inputs, detail };
  if (plan.device_relay !== null)
    return { main: inputs, detail: t('alarmPlan.deviceBehind', { name: detail, relay: plan.device_relay }) };
  return { main: inputs, detail: t('alarmPlan.deviceOffline', { name: detail }), fault: true };
}

/** Columns of alarm plans: state, trigger, steps, targets, priority, last alarm. */
export function planColumns(context: PlanColumnContext): ColDef<AlarmPlanLive>[] {
  const { t } = context;
  const isNarrow = context.width < 1600;
  return [
    statusColumn<AlarmPlanLive>('state', t('common.status'), planState, t, 'alarmPlan'),
    nameColumn<AlarmPlanLive>('name', t('common.name'), { flex: 3, minWidth: 140 }),
    detailColumn<AlarmPlanLive>('input_nums', t('alarmPlan.trigger'), (row) => triggerText(row, context), {
      flex: 4,
      minWidth: 160,
    }),
    {
      ...numberColumn<AlarmPlanLive>('steps', t('alarmPlan.steps'), undefined, { width: 72 }),
      valueGetter: ({ data }) => (data === undefined ? null : data.steps.length + 1),
    },
    detailColumn<AlarmPlanLive>('targets', t('task.terminals'), (row) => reachText(row, t), {
      flex: 2,
      minWidth: 120,
      comparator: (_a, _b, a, b) => (a.data?.targets ?? 0) - (b.data?.targets ?? 0),
    }),
    numberColumn<AlarmPlanLive>('priority', t('common.priority'), undefined, { width: 80 }),
    {
      ...textColumn<AlarmPlanLive>('activated', t('alarmPlan.activated'), { width: 96, hide: isNarrow }),
      valueGetter: ({ data }) => t(data?.activated === true ? 'common.yes' : 'common.no'),
    },
    {
      ...numberColumn<AlarmPlanLive>(
        'reset_time',
        t('alarmPlan.resetTime'),
        (value) => t('fire.seconds', { n: value ?? 0 }),
        { width: 104, hide: isNarrow },
      ),
    },
    detailColumn<AlarmPlanLive>(
      'last_alarm_at',
      t('alarmPlan.lastAlarm'),
      (row) => ({
        main: recentTime(row.last_alarm_at, context.now(), '', context.timeZone),
        detail: row.last_alarm_at === null ? t('alarmPlan.never') : '',
      }),
      {
        flex: 2,
        minWidth: 120,
        comparator: (_a, _b, a, b) => (a.data?.last_alarm_at ?? 0) - (b.data?.last_alarm_at ?? 0),
      },
    ),
    {
      ...nameColumn<AlarmPlanLive>('org', t('task.zone'), { flex: 1, minWidth: 96, hide: isNarrow }),
      valueGetter: ({ data }) => (data?.org == null ? '' : context.zoneName(data.org)),
    },
    textColumn<AlarmPlanLive>('desc', t('common.description'), { flex: 1, minWidth: 96, hide: true }),
  ];
}
