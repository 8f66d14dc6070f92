import { useTranslation } from 'react-i18next';
import { EntityField } from '../../kit/form/EntityField.tsx';
import { NumberField, TextAreaField, TextField } from '../../kit/form/fields.tsx';
import type { PlanFormReturn } from './planForm.ts';

/** Fields for name, group, zone and priority of a plan. */
export function GeneralFields({ form }: { form: PlanFormReturn }) {
  const { t } = useTranslation();
  const { control } = form;
  return (
    <>
      <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
      <NumberField
        control={control}
        name="priority"
        label={t('common.priority')}
        hint={t('alarmPlan.priorityHint')}
        min={0}
        max={100}
      />
      <EntityField
        control={control}
        name="org"
        label={t('task.zone')}
        hint={t('alarmPlan.zoneHint')}
        path="partition"
        placeholder={t('linkage.wholeSite')}
      />
      <TextAreaField control={control} name="desc" label={t('common.description')} rows={2} />
    </>
  );
}
