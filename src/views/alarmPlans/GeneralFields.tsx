import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { EntityChoice } from '../kit/form/EntityChoice.tsx';
import { FormField, NumberField, TextAreaField, TextField } from '../kit/form/fields.tsx';
import type { PlanFormReturn } from './PlanDialog.tsx';

const useStyles = makeStyles({
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '12px' },
});

/** What a plan is called, where it belongs, and how it stands among others. */
export function GeneralFields({ form }: { form: PlanFormReturn }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control } = form;
  return (
    <>
      <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
      <div className={s.two}>
        <NumberField
          control={control}
          name="priority"
          label={t('common.priority')}
          hint={t('alarmPlan.priorityHint')}
          min={0}
          max={100}
        />
        <FormField control={control} name="org" label={t('task.zone')}>
          {(field) => (
            <EntityChoice
              path="partition"
              value={field.value as number | null}
              onChange={field.onChange}
              onBlur={field.onBlur}
              placeholder={t('linkage.wholeSite')}
            />
          )}
        </FormField>
      </div>
      <TextAreaField control={control} name="desc" label={t('common.description')} rows={2} />
    </>
  );
}
