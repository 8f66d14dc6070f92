import { makeStyles } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type QuickCodeForm,
  type QuickCodeLive,
  quickCodeEntity,
  quickCodeFields,
  quickCodeForm,
} from '../../../../contract/entities/tasks/quickCode.ts';
import { quickActions } from '../../../../contract/fieldCodes.ts';
import { EntityField } from '../../kit/form/EntityField.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { ZonedFields } from '../../kit/form/ZonedFields.tsx';
import { setTargets } from '../../shared/targets/setTargets.ts';
import { TargetPicker } from '../../shared/targets/TargetPicker.tsx';
import { vh } from '../../theme/tokens.ts';
import { CalledPartyField } from './CalledPartyField.tsx';
import { useQuickFields } from './useQuickFields.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
    columnGap: '24px',
    alignItems: 'start',
  },
  where: { display: 'grid', height: `min(${vh(56)}, 720px)`, minHeight: '320px' },
});

const schema = quickCodeForm as unknown as z.ZodType<QuickCodeForm, QuickCodeForm>;
const fieldNames = Object.keys(quickCodeFields.shape) as (keyof QuickCodeForm)[];
type Form = UseFormReturn<QuickCodeForm, unknown, QuickCodeForm>;

/** Initial values of the dialog; `row` null: a new code of this zone. */
export function valuesOf(row: QuickCodeLive | null): QuickCodeForm {
  if (row === null) return { ...quickCodeFields.parse({ code: '0', name: '-' }), code: '', name: '' };
  return Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as unknown as QuickCodeForm;
}

/** Dialog for the digits and the action of a quick code; `row` null: a new code. */
export function QuickCodeDialog(props: {
  row: QuickCodeLive | null;
  onMade: (made: QuickCodeLive) => void;
  onClose: () => void;
}) {
  const { row, onMade, onClose } = props;
  const { t } = useTranslation();
  const dialog = useEntityForm<QuickCodeForm, QuickCodeLive>({
    path: quickCodeEntity.path,
    row,
    fields: useQuickFields(),
    onSaved: (made) => row === null && onMade(made),
  });
  return (
    <FormDialog<QuickCodeForm, QuickCodeForm>
      {...dialog}
      saved={({ code, name }) => t('kit.saved', { name: `${code} ${name}` })}
      title={row === null ? t('quickCode.create') : t('schedule.editTitle', { name: row.name })}
      schema={schema}
      defaults={valuesOf(row)}
      onClose={onClose}
      width={960}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function Fields({ form }: { form: Form }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control } = form;
  const action = useWatch({ control, name: 'action' });
  return (
    <div className={s.columns}>
      <div>
        <TextField
          control={control}
          name="code"
          label={t('quickCode.code')}
          hint={t('quickCode.codeHint')}
          required
          maxLength={8}
          autoComplete="off"
        />
        <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
        <ZonedFields control={control} activatedHint={t('quickCode.activatedHint')} />
      </div>
      <div>
        <SelectField
          control={control}
          name="action"
          label={t('quickCode.action')}
          hint={t(`quickCode.hints.${action}`)}
          options={quickActions.map((one) => ({ value: one, label: t(`quickCode.actions.${one}`) }))}
        />
        {action === 'task' && <Task form={form} />}
        {action === 'page' && <Where form={form} />}
        {action === 'call' && <Callee form={form} />}
      </div>
    </div>
  );
}

function Task({ form: { control } }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <EntityField
        control={control}
        name="scheduled_task"
        label={t('gpio.savedTask')}
        hint={t('quickCode.taskHint')}
        required
        path="scheduled_task"
        placeholder={t('quickCode.findTask')}
      />
      <SelectField
        control={control}
        name="again"
        label={t('quickCode.again')}
        options={(['stop', 'refuse'] as const).map((one) => ({
          value: one,
          label: t(`quickCode.agains.${one}`),
        }))}
      />
    </>
  );
}

function Where({ form }: { form: Form }) {
  const s = useStyles();
  const [devices, orgs, groups] = useWatch({ control: form.control, name: ['devices', 'orgs', 'groups'] });
  return (
    <div className={s.where}>
      <TargetPicker
        targets={{ devices, orgs, groups }}
        onChange={(next) => setTargets(form, next)}
        error={form.formState.errors.devices?.message}
      />
    </div>
  );
}

function Callee({ form }: { form: Form }) {
  const { t } = useTranslation();
  const [station, virtual_caster] = useWatch({ control: form.control, name: ['station', 'virtual_caster'] });
  return (
    <FormField control={form.control} name="station" label={t('quickCode.station')} required>
      {({ onBlur, onChange }) => (
        <CalledPartyField
          value={{ station, virtual_caster }}
          onBlur={onBlur}
          onChange={(called) => {
            form.setValue('virtual_caster', called.virtual_caster, { shouldDirty: true });
            onChange(called.station);
          }}
        />
      )}
    </FormField>
  );
}
