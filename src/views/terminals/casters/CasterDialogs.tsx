import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type CasterForm, casterEntity, casterForm } from '../../../../contract/entities/terminals/caster.ts';
import { confirmed, password } from '../../../../contract/rules/rules.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, TextField } from '../../kit/form/fields.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { ZonePicker } from '../../shared/zones/ZonePicker.tsx';
import { CasterFields, CasterPassword } from './CasterFields.tsx';
import type { CasterRow } from './casterColumns.ts';

const quiet = { quiet: true };

/** Dialog for a new account of a call station, made before a station connects. */
export function CreateCaster(props: { onClose: () => void }) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const zones = useZones() ?? [];
  const top = zones.find(({ parent_id }) => parent_id === null)?.id ?? zones[0]?.id ?? null;
  const defaults = {
    ...{ code: '', name: '', password: '', confirmPassword: '', org: top, user_id: null, orgs: [] },
    ...{ priority: 0, dev_name2: '', call_number: '', ao_volume: 80, ai_volume: 80, disabled: false },
  };
  return (
    <FormDialog<z.input<typeof casterForm>, CasterForm & { confirmPassword: string }>
      title={t('caster.create')}
      schema={casterForm}
      defaults={defaults}
      onSubmit={(values) => crud(casterEntity).create(values, quiet)}
      saved={({ name }) => t('kit.made', { name })}
      onClose={props.onClose}
      submitLabel={t('common.create')}
      width={560}
    >
      {(form) => (
        <>
          <TextField
            control={form.control}
            name="code"
            label={t('login.account')}
            hint={t('caster.codeHint')}
            required
            maxLength={32}
            autoComplete="off"
          />
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={50} />
          <CasterPassword form={form as never} />
          <TextField
            control={form.control}
            name="call_number"
            label={t('devices.callNumber')}
            hint={t('devices.callNumberHint')}
            maxLength={12}
          />
          <FormField control={form.control} name="org" label={t('zones.zone')} hint={t('caster.zoneHint')}>
            {(field) => (
              <ZonePicker zones={zones} value={field.value as number | null} onChange={field.onChange} />
            )}
          </FormField>
          <CasterFields form={form as never} />
        </>
      )}
    </FormDialog>
  );
}

/** Dialog for a new password; the station's connection ends at once, and it has to log in again. */
export function SetCasterPassword(props: { row: CasterRow; onClose: () => void }) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { row } = props;
  const schema = useMemo(() => z.object({ password, confirmPassword: z.string() }).check(confirmed), []);
  return (
    <FormDialog
      title={t('accounts.passwordTitle', { name: row.name })}
      schema={schema}
      defaults={{ password: '', confirmPassword: '' }}
      onSubmit={(values) => crud(casterEntity).patch(row.id, values, quiet)}
      saved={() => t('caster.passwordDone', { name: row.name })}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <p>{t('caster.passwordWhy')}</p>
          <CasterPassword form={form as never} />
        </>
      )}
    </FormDialog>
  );
}
