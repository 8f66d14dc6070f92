import { useTranslation } from 'react-i18next';
import type { AlarmStep } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import type { PlanParts } from './usePlanParts.ts';

/** Describes the fields that two people may change at the same time. */
export function usePlanFields(parts: PlanParts): readonly SharedField[] {
  const { t } = useTranslation();
  const { plain, named } = useFieldWords();
  const list = (field: SharedField): SharedField => ({ ...field, isList: true });
  const task = named('linkage_task_ids', t('alarmPlan.atOnce'), 'linkage_task');
  const step = ({ name, after_s, linkage_task_ids }: AlarmStep) =>
    [
      name,
      after_s === null ? t('alarm.byHand') : t('fire.seconds', { n: after_s }),
      ...linkage_task_ids.map((id) => parts.tasks?.find((one) => one.id === id)?.name ?? task.text(id)),
    ]
      .filter(Boolean)
      .join(' ');
  return [
    plain('name', t('common.name')),
    named('org', t('task.zone'), 'partition'),
    plain('priority', t('common.priority')),
    named('fire_control_device', t('alarmPlan.device'), 'fire_control_device'),
    list(plain('input_nums', t('fire.inputs'))),
    list(plain('output_nums', t('fire.outputs'))),
    list(task),
    {
      name: 'steps',
      label: t('alarmPlan.steps'),
      text: (value) => (value as AlarmStep[]).map(step).join(t('kit.listComma')) || t('common.none'),
    },
    list(named('gpio_set_task_ids', t('menu.menu_gpio_task'), 'gpio_task')),
    plain('reset_time', t('alarmPlan.resetTime')),
    {
      name: 'activated',
      label: t('alarmPlan.activated'),
      text: (value) => t(value ? 'common.yes' : 'common.no'),
    },
    plain('desc', t('common.description')),
  ];
}
