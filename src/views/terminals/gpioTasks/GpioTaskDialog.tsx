import { makeStyles } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type GpioOutput,
  type GpioTaskForm,
  type GpioTaskLive,
  gpioTaskEntity,
  gpioTaskFields,
  gpioTaskForm,
} from '../../../../contract/entities/tasks/gpioTask.ts';
import { EntityField } from '../../kit/form/EntityField.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { ZonedFields } from '../../kit/form/ZonedFields.tsx';
import { inputText } from './gpioTaskView.ts';
import { LinePicker } from './LinePicker.tsx';
import { OutputsField } from './OutputsField.tsx';
import { useGpioFields } from './useGpioFields.ts';
import { linesOf, usePanels } from './usePanels.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    columnGap: '24px',
    alignItems: 'start',
  },
});

const schema = gpioTaskForm as unknown as z.ZodType<GpioTaskForm, GpioTaskForm>;
const fieldNames = Object.keys(gpioTaskFields.shape) as (keyof GpioTaskForm)[];

/** Initial values of the dialog; null: a new task. */
export function valuesOf(row: GpioTaskLive | null): GpioTaskForm {
  if (row === null) return { ...gpioTaskFields.parse({ name: '-' }), name: '' };
  return Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as unknown as GpioTaskForm;
}

/** Dialog for trigger and actions of a GPIO task; `row` null: a new one. */
export function GpioTaskDialog(props: {
  row: GpioTaskLive | null;
  onMade: (made: GpioTaskLive) => void;
  onClose: () => void;
}) {
  const { row, onMade, onClose } = props;
  const { t } = useTranslation();
  const dialog = useEntityForm<GpioTaskForm, GpioTaskLive>({
    path: gpioTaskEntity.path,
    row,
    fields: useGpioFields(),
    onSaved: (made) => row === null && onMade(made),
  });
  return (
    <FormDialog<GpioTaskForm, GpioTaskForm>
      {...dialog}
      title={row === null ? t('gpio.create') : t('schedule.editTitle', { name: row.name })}
      schema={schema}
      defaults={valuesOf(row)}
      // Fields of the other kind are removed.
      onSubmit={(values, form) =>
        dialog.onSubmit(
          values.gpio_type === 'link' ? { ...values, fire_control_device: null, input_nums: [] } : values,
          form,
        )
      }
      onClose={onClose}
      width={960}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function Fields({ form }: { form: UseFormReturn<GpioTaskForm, unknown, GpioTaskForm> }) {
  const s = useStyles();
  const { t } = useTranslation();
  const panels = usePanels();
  const { control, setValue } = form;
  const [type, device, task] = useWatch({
    control,
    name: ['gpio_type', 'fire_control_device', 'scheduled_task'],
  });
  const panel = device === null ? undefined : panels.get(device);
  return (
    <div className={s.columns}>
      <div>
        <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
        <SelectField
          control={control}
          name="gpio_type"
          label={t('gpio.type')}
          hint={t(type === 'link' ? 'gpio.linkHint' : 'gpio.ordinaryHint')}
          options={(['ordinary', 'link'] as const).map((one) => ({
            value: one,
            label: t(`codes.gpioTaskType.${one}`),
          }))}
        />
        <ZonedFields control={control} activatedHint={t('gpio.activatedHint')} />
      </div>
      <div>
        {type === 'ordinary' && (
          <>
            <EntityField
              control={control}
              name="fire_control_device"
              label={t('gpio.inputTerminal')}
              required
              path="fire_control_device"
              placeholder={t('gpio.chooseTerminal')}
              onPick={(id) => {
                if (id !== device) setValue('input_nums', []);
              }}
            />
            {device !== null && (
              <FormField control={control} name="input_nums" label={t('fire.inputs')} required>
                {(field) => (
                  <LinePicker
                    label={t('fire.inputs')}
                    lines={linesOf(panel, 'input')}
                    value={field.value as number[]}
                    nameOf={(input) => inputText(panel, input, t)}
                    none={t('gpio.noInputs')}
                    onChange={field.onChange}
                  />
                )}
              </FormField>
            )}
          </>
        )}
        <FormField
          control={control}
          name="outputs"
          label={t('fire.outputs')}
          hint={t('gpio.outputsHint')}
          required={type === 'link' || task === null}
        >
          {(field) => (
            <OutputsField value={field.value as GpioOutput[]} onChange={(next) => field.onChange(next)} />
          )}
        </FormField>
        <EntityField
          control={control}
          name="scheduled_task"
          label={t('gpio.savedTask')}
          hint={t('gpio.savedHint')}
          path="scheduled_task"
          placeholder={t('common.none')}
        />
      </div>
    </div>
  );
}
