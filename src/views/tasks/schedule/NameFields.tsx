import { makeStyles, Switch } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EnabledField } from '../../kit/form/EnabledField.tsx';
import { FormField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { narrowScreen } from '../../theme/tokens.ts';
import type { TaskFormReturn } from './SourceFields.tsx';
import { NO_PLAN } from './taskForm.ts';
import { usePlans } from './usePlans.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 3fr) auto',
    columnGap: '24px',
    [narrowScreen]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** Fields by which a saved task is found, above all others: name, plan, and whether it runs, also offline. */
export function NameFields(props: { form: TaskFormReturn; suggestion: string }) {
  const s = useStyles();
  const { t } = useTranslation();
  const plans = usePlans();
  const { control } = props.form;
  const source = useWatch({ control, name: 'audio_source' });
  return (
    <div className={s.root}>
      <TextField
        control={control}
        name="name"
        label={t('common.name')}
        required
        maxLength={50}
        placeholder={props.suggestion}
      />
      <SelectField
        control={control}
        name="plan_id"
        label={t('schedule.plan')}
        options={[
          { value: NO_PLAN, label: t('schedule.noPlan') },
          ...(plans ?? []).map((plan) => ({ value: plan.id, label: plan.name })),
        ]}
      />
      {(source === 0 || source === 1) && (
        <FormField
          control={control}
          name="offline_tasks"
          label={t('schedule.offline')}
          hint={t('schedule.offlineHint')}
        >
          {({ value, onChange, ...field }) => (
            <Switch {...field} checked={value === true} onChange={(_, data) => onChange(data.checked)} />
          )}
        </FormField>
      )}
      <EnabledField control={control} name="enabled" />
    </div>
  );
}
