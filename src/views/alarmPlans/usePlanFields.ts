import { useTranslation } from 'react-i18next';
import type { AlarmStep } from '../../../contract/entities/alarmPlan.ts';
import { useApp } from '../app/AppContext.tsx';
import type { SharedField } from '../kit/form/merge.ts';
import type { PlanParts } from './usePlanParts.ts';

/** The fields that two people may change at the same time, in words. */
export function usePlanFields(parts: PlanParts): readonly SharedField[] {
  const { t } = useTranslation();
  const { streams } = useApp();
  const plain = (value: unknown) => (value === null || value === '' ? t('common.none') : String(value));
  const named = (rows: readonly { id: number; name: string }[] | undefined) => (value: unknown) =>
    value === null ? plain(value) : (rows?.find((row) => row.id === value)?.name ?? `#${value}`);
  const task = named(parts.tasks);
  const step = ({ name, after_s, linkage_task_ids }: AlarmStep) =>
    [
      name,
      after_s === null ? t('alarm.byHand') : t('fire.seconds', { n: after_s }),
      ...linkage_task_ids.map(task),
    ]
      .filter(Boolean)
      .join(' ');
  return [
    { name: 'name', label: t('common.name'), text: plain },
    {
      name: 'org',
      label: t('task.zone'),
      text: (id) => streams.partition.get(Number(id))?.name ?? plain(id),
    },
    { name: 'priority', label: t('common.priority'), text: plain },
    { name: 'fire_control_device', label: t('alarmPlan.device'), text: named(parts.devices) },
    { name: 'input_nums', label: t('fire.inputs'), text: plain, isList: true },
    { name: 'output_nums', label: t('fire.outputs'), text: plain, isList: true },
    { name: 'linkage_task_ids', label: t('alarmPlan.atOnce'), text: task, isList: true },
    {
      name: 'steps',
      label: t('alarmPlan.steps'),
      text: (value) => (value as AlarmStep[]).map(step).join(t('kit.listComma')) || t('common.none'),
    },
    { name: 'gpio_set_task_ids', label: t('menu.menu_gpio_task'), text: named(parts.links), isList: true },
    { name: 'reset_time', label: t('alarmPlan.resetTime'), text: plain },
    {
      name: 'activated',
      label: t('alarmPlan.activated'),
      text: (value) => t(value ? 'common.yes' : 'common.no'),
    },
    { name: 'desc', label: t('common.description'), text: plain },
  ];
}
