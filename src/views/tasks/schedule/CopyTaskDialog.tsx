import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { copyTaskBody } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { taskCalls } from '../../shared/tasks/calls.ts';
import { usePlans } from './usePlans.ts';

/** Option value for "no plan": a dropdown has no null. */
const noPlan = 0;
const form = copyTaskBody.pick({ name: true }).extend({ plan_id: z.number().int() });

/**
 * Dialog that copies a task into its plan or another one. The copy is disabled until somebody has checked it.
 */
export function CopyTaskDialog(props: {
  row: { id: number; name: string; plan_id: number | null };
  onSaved?: ((id: number) => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { api } = useApp();
  const plans = usePlans();
  const { row } = props;
  const suggestion = t('schedule.copyOf', { name: row.name });
  return (
    <FormDialog
      title={t('schedule.copyTitle', { name: row.name })}
      schema={form}
      defaults={{ name: [...suggestion].slice(0, 50).join(''), plan_id: row.plan_id ?? noPlan }}
      submitLabel={t('common.copy')}
      saved={({ name }) => t('schedule.copied', { name })}
      onSubmit={async (values) => {
        const { id } = await taskCalls(api).copy(row.id, {
          name: values.name,
          plan_id: values.plan_id || null,
        });
        props.onSaved?.(id);
      }}
      onClose={props.onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
          <SelectField
            control={control}
            name="plan_id"
            label={t('schedule.plan')}
            hint={t('schedule.copyHint')}
            options={[
              { value: noPlan, label: t('schedule.noPlan') },
              ...(plans ?? []).map((plan) => ({ value: plan.id, label: plan.name })),
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}
