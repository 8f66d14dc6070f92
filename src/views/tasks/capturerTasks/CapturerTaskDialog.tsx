import { makeStyles } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { audioSource } from '../../../../contract/codes.ts';
import {
  type CapturerTask,
  type CapturerTaskForm,
  capturerTaskFields,
  capturerTaskForm,
} from '../../../../contract/entities/tasks/capturerTask.ts';
import { capturerEntity } from '../../../../contract/entities/terminals/capturer.ts';
import { EntityField } from '../../kit/form/EntityField.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { SwitchField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { LimitFields } from '../../shared/startTask/LimitFields.tsx';
import { PlayFields } from '../../shared/startTask/PlayFields.tsx';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import { setTargets } from '../../shared/targets/setTargets.ts';
import { TargetPicker } from '../../shared/targets/TargetPicker.tsx';
import { ChannelField } from '../../shared/terminals/ChannelField.tsx';
import { vh } from '../../theme/tokens.ts';
import { useCapturerTaskFields } from './useCapturerTaskFields.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(280px, 2fr) minmax(0, 3fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    columnGap: '24px',
    height: `min(${vh(64)}, 640px)`,
    minHeight: '400px',
  },
  left: { overflowY: 'auto', overflowX: 'hidden', paddingTop: '12px', paddingRight: '8px' },
});

/** Form values: those of the call, and whether the task has a duration. */
type Values = CapturerTaskForm & { limited: boolean };

/** Schema of the server, and the rule that a duration, where given, is greater than 0. */
export const capturerTaskSchema = capturerTaskForm
  .safeExtend({ limited: z.boolean() })
  .refine((task) => !task.limited || task.duration > 0, {
    path: ['duration'],
    error: 'rules.duration',
  }) as unknown as z.ZodType<Values, Values>;

const fieldNames = Object.keys(capturerTaskFields.shape) as (keyof CapturerTaskForm)[];

/** Initial values of the dialog; null: a new task. */
export function valuesOf(row: CapturerTask | null): Values {
  const fields =
    row === null
      ? { ...capturerTaskFields.parse({ name: '-' }), name: '' }
      : (Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as unknown as CapturerTaskForm);
  return { ...fields, limited: fields.duration > 0 };
}

/** Dialog for channel, targets and options of a capturer task; `row` null: a new task. */
export function CapturerTaskDialog(props: {
  row: CapturerTask | null;
  onMade: (made: CapturerTask) => void;
  onClose: () => void;
}) {
  const { row, onMade, onClose } = props;
  const { t } = useTranslation();
  const dialog = useEntityForm<Values, CapturerTask>({
    path: 'capturer_task',
    row,
    fields: useCapturerTaskFields(),
    onSaved: (made) => row === null && onMade(made),
    body: ({ limited, ...task }) => ({ ...task, duration: limited ? task.duration : 0 }),
  });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={row === null ? t('capturerTask.create') : t('schedule.editTitle', { name: row.name })}
      schema={capturerTaskSchema}
      defaults={valuesOf(row)}
      onSubmit={(values, form) =>
        dialog.onSubmit(values, {
          setValue(name, value) {
            form.setValue(name as 'duration', value as number);
            if (name === 'duration') form.setValue('limited', (value as number) > 0);
          },
        })
      }
      onClose={onClose}
      width={1080}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function Fields({ form }: { form: UseFormReturn<Values, unknown, Values> }) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control, formState, setValue } = form;
  const values = useWatch({ control }) as Values;
  return (
    <div className={s.columns}>
      <div className={p.column}>
        <div className={p.heading}>
          <h3>{t('task.what')}</h3>
        </div>
        <div className={`${p.fill} ${s.left}`}>
          <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
          <EntityField
            control={control}
            name="capturer"
            label={t('codes.audioSource.3')}
            required
            path={capturerEntity.path}
            placeholder={t('schedule.typeToFind')}
            onPick={(id) => {
              if (id !== values.capturer) setValue('capturer_channel', id === null ? null : 1);
            }}
          />
          <ChannelField
            control={control}
            capturer={values.capturer}
            onCapturer={(id) => setValue('capturer', id)}
          />
          <PlayFields control={control} source={audioSource.capturer} />
          <LimitFields control={control} />
          <SwitchField
            control={control}
            name="enabled"
            label={t('common.enabled')}
            hint={t('capturerTask.enabledHint')}
          />
        </div>
      </div>
      <TargetPicker
        targets={values}
        onChange={(next) => setTargets(form, next)}
        error={formState.errors.devices?.message ?? formState.errors.orgs?.message}
      />
    </div>
  );
}
