import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  MAX_START_WAIT_S,
  type PartitionLive,
  partitionEntity,
  partitionForm,
  partitionPasswordForm,
} from '../../../../contract/entities/site/partition.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField, PasswordField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';

const quiet = { quiet: true };

interface Props {
  zone: PartitionLive;
  onClose: () => void;
}

/** Dialog for a new zone below another. */
export function CreateZone(props: Props & { onCreated: (id: number, name: string) => void }) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const create = async ({ name, code, password, parent_id }: { [key: string]: unknown }) => {
    const body = { name, code, parent_id, ...(password === '' ? {} : { password }) };
    const made = await crud(partitionEntity).create(body as never, quiet);
    props.onCreated(made.id, made.name);
  };
  return (
    <FormDialog
      title={t('zones.createTitle', { name: props.zone.name })}
      schema={partitionForm}
      defaults={{ name: '', code: '', password: '', confirmPassword: '', parent_id: props.zone.id }}
      onSubmit={create}
      saved={({ name }) => t('kit.made', { name })}
      onClose={props.onClose}
      submitLabel={t('common.create')}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
          <TextField
            control={control}
            name="code"
            label={t('zones.code')}
            hint={t('zones.codeHint')}
            required
            maxLength={50}
          />
          <PasswordField
            control={control}
            name="password"
            label={t('zones.password')}
            hint={t('zones.passwordHint')}
            autoComplete="new-password"
          />
          <PasswordField
            control={control}
            name="confirmPassword"
            label={t('zones.confirmPassword')}
            autoComplete="new-password"
          />
        </>
      )}
    </FormDialog>
  );
}

/** Dialog for name and code. */
export function EditZone({ zone: opened, onClose }: Props) {
  const { t } = useTranslation();
  // The row is live, but the form starts from the row at the time the dialog opened.
  const [zone] = useState(opened);
  const text = (value: unknown) => String(value ?? '');
  const dialog = useEntityForm<z.output<typeof partitionEntity.patch>>({
    path: partitionEntity.path,
    row: zone,
    fields: [
      { name: 'name', label: t('common.name'), text },
      { name: 'code', label: t('zones.code'), text },
      { name: 'start_wait_s', label: t('zones.startWait'), text },
    ],
  });
  return (
    <FormDialog
      {...dialog}
      title={t('zones.editTitle', { name: zone.name })}
      schema={partitionEntity.patch}
      defaults={{ name: zone.name, code: zone.code, start_wait_s: zone.start_wait_s }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
          <TextField
            control={control}
            name="code"
            label={t('zones.code')}
            hint={t('zones.codeHint')}
            required
            maxLength={50}
          />
          <NumberField
            control={control}
            name="start_wait_s"
            label={t('zones.startWait')}
            hint={t('zones.startWaitHint')}
            min={0}
            max={MAX_START_WAIT_S}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Dialog for the password by which a terminal enrols itself into the zone; blank: self-enrolment is off. */
export function ZonePassword({ zone, onClose }: Props) {
  const { t } = useTranslation();
  const { crud } = useApp();
  return (
    <FormDialog
      title={t('zones.passwordTitle', { name: zone.name })}
      schema={partitionPasswordForm}
      defaults={{ password: '', confirmPassword: '' }}
      onSubmit={({ password }) => crud(partitionEntity).patch(zone.id, { password }, quiet)}
      saved={() => t('kit.saved', { name: zone.name })}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <p>{t(zone.has_password ? 'zones.hasPassword' : 'zones.hasNoPassword')}</p>
          <PasswordField
            control={control}
            name="password"
            label={t('zones.password')}
            hint={t('zones.passwordHint')}
            autoComplete="new-password"
          />
          <PasswordField
            control={control}
            name="confirmPassword"
            label={t('zones.confirmPassword')}
            autoComplete="new-password"
          />
        </>
      )}
    </FormDialog>
  );
}
