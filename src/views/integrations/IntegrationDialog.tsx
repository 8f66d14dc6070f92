import { Button, Checkbox, Input, makeStyles, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, KeyRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type CapMapping,
  capSeverities,
  type Integration,
  integrationEntity,
  integrationEvents,
  integrationForm,
  integrationKinds,
} from '../../../contract/entities/integration.ts';
import { useApp } from '../app/AppContext.tsx';
import { EntityChoice } from '../kit/form/EntityChoice.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { FormField, NumberField, SelectField, SwitchField, TextField } from '../kit/form/fields.tsx';
import { PasswordInput } from '../kit/form/PasswordInput.tsx';
import { tokens } from '../theme/tokens.ts';

type Values = z.output<ReturnType<typeof integrationForm>>;
type Form = UseFormReturn<Values, unknown, Values>;

const useStyles = makeStyles({
  secret: { display: 'flex', gap: '8px', '& > :first-child': { flexGrow: 1, minWidth: 0 } },
  address: {
    margin: '0 0 12px',
    padding: '8px 12px',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  mapping: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) 120px minmax(0, 2fr) minmax(0, 2fr) 32px',
    gap: '8px',
    marginBottom: '8px',
    '& > *': { minWidth: 0 },
  },
});

/** Bytes of a secret that is made here. */
const SECRET_BYTES = 32;

function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

const nothing: CapMapping = { event: '', severity: 'Unknown', area: '', alarm_plan: 0 };

/** Makes a connection to another system, or changes one. Its secret is shown while it is typed, never again. */
export function IntegrationDialog(props: { row: Integration | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { row } = props;
  const calls = crud(integrationEntity);
  const schema = useMemo(() => integrationForm(row?.has_secret ?? false), [row]);
  return (
    <FormDialog<Values, Values>
      title={t(row === null ? 'integration.add' : 'integration.edit')}
      schema={schema as unknown as z.ZodType<Values, Values>}
      width={760}
      defaults={{
        name: row?.name ?? '',
        kind: row?.kind ?? 'webhook_out',
        enabled: row?.enabled ?? true,
        org: row?.org ?? null,
        url: row?.url ?? '',
        events: row?.events ?? [...integrationEvents],
        alarm_plan: row?.alarm_plan ?? null,
        poll_s: row?.poll_s ?? 60,
        mappings: row?.mappings ?? [],
      }}
      onSubmit={({ kind, ...values }) =>
        row === null
          ? calls.create({ kind, ...values }, { quiet: true })
          : calls.patch(row.id, { ...values, rev: row.rev } as never, { quiet: true })
      }
      onClose={props.onClose}
    >
      {(form) => <Fields form={form} row={row} />}
    </FormDialog>
  );
}

function Fields({ form, row }: { form: Form; row: Integration | null }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control } = form;
  const kind = useWatch({ control, name: 'kind' });
  const path = kind === 'cap' ? 'cap' : 'trigger';
  return (
    <>
      <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
      {row === null && (
        <SelectField
          control={control}
          name="kind"
          label={t('integration.kind')}
          options={integrationKinds.map((value) => ({ value, label: t(`integration.kinds.${value}`) }))}
        />
      )}
      <SwitchField control={control} name="enabled" label={t('integration.enabled')} />
      <FormField control={control} name="org" label={t('faults.zone')} hint={t('integration.zoneHint')}>
        {(field) => (
          <EntityChoice path="partition" value={field.value as number | null} onChange={field.onChange} />
        )}
      </FormField>
      {kind !== 'webhook_in' && (
        <TextField
          control={control}
          name="url"
          label={t('integration.url')}
          hint={t(kind === 'cap' ? 'integration.pollHint' : 'integration.urlHint')}
          maxLength={2000}
          required={kind === 'webhook_out'}
        />
      )}
      {kind === 'cap' && (
        <NumberField control={control} name="poll_s" label={t('integration.pollEvery')} min={10} max={3600} />
      )}
      {kind !== 'webhook_out' && row !== null && (
        <p className={s.address}>
          {t('integration.address')} POST {window.location.origin}/v1/integration/{row.id}/{path}
        </p>
      )}
      <FormField
        control={control}
        name="secret"
        label={t('integration.secret')}
        hint={t(row?.has_secret ? 'integration.secretKept' : 'integration.secretHint')}
      >
        {(field) => (
          <div className={s.secret}>
            <PasswordInput
              {...field}
              value={String(field.value ?? '')}
              onChange={(event) => field.onChange(event.target.value || undefined)}
              autoComplete="off"
            />
            <Button icon={<KeyRegular />} onClick={() => field.onChange(makeSecret())}>
              {t('integration.makeSecret')}
            </Button>
          </div>
        )}
      </FormField>
      {kind === 'webhook_out' && (
        <FormField control={control} name="events" label={t('integration.events')}>
          {(field) => {
            const chosen = field.value as Values['events'];
            return (
              <div>
                {integrationEvents.map((event) => (
                  <Checkbox
                    key={event}
                    label={t(`integration.event.${event}`)}
                    checked={chosen.includes(event)}
                    onChange={(_, data) =>
                      field.onChange(
                        data.checked === true ? [...chosen, event] : chosen.filter((one) => one !== event),
                      )
                    }
                  />
                ))}
              </div>
            );
          }}
        </FormField>
      )}
      {kind === 'webhook_in' && (
        <FormField control={control} name="alarm_plan" label={t('alarmRecord.plan')} required>
          {(field) => (
            <EntityChoice path="alarm_plan" value={field.value as number | null} onChange={field.onChange} />
          )}
        </FormField>
      )}
      {kind === 'cap' && (
        <FormField
          control={control}
          name="mappings"
          label={t('integration.mappings')}
          hint={t('integration.mappingsHint')}
        >
          {(field) => <Mappings value={field.value as CapMapping[]} onChange={field.onChange} />}
        </FormField>
      )}
    </>
  );
}

function Mappings(props: { value: readonly CapMapping[]; onChange: (value: CapMapping[]) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, onChange } = props;
  const put = (at: number, over: Partial<CapMapping>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...over } : one)));
  return (
    <div>
      {value.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place
        <div key={i} className={s.mapping}>
          <Input
            value={one.event}
            placeholder={t('integration.anyEvent')}
            aria-label={t('integration.capEvent')}
            onChange={(_, data) => put(i, { event: data.value })}
          />
          <Select
            value={one.severity}
            aria-label={t('integration.severity')}
            onChange={(_, data) => put(i, { severity: data.value as CapMapping['severity'] })}
          >
            {capSeverities.map((severity) => (
              <option key={severity} value={severity}>
                {t(`integration.severities.${severity}`)}
              </option>
            ))}
          </Select>
          <Input
            value={one.area}
            placeholder={t('integration.anyArea')}
            aria-label={t('integration.area')}
            onChange={(_, data) => put(i, { area: data.value })}
          />
          <EntityChoice
            path="alarm_plan"
            aria-label={t('alarmRecord.plan')}
            placeholder={t('alarmRecord.plan')}
            value={one.alarm_plan === 0 ? null : one.alarm_plan}
            onChange={(plan) => put(i, { alarm_plan: plan ?? 0 })}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={t('common.delete')}
            title={t('common.delete')}
            onClick={() => onChange(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button size="small" icon={<AddRegular />} onClick={() => onChange([...value, nothing])}>
        {t('integration.addMapping')}
      </Button>
    </div>
  );
}
