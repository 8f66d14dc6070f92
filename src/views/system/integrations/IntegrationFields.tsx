import { Checkbox, makeStyles } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type CapMapping,
  type Integration,
  integrationEvents,
  needsSecret,
  reportsEvents,
} from '../../../../contract/entities/site/integration.ts';
import { takesCommands, type ZoneControl } from '../../../../contract/entities/site/zoneControl.ts';
import { type IntegrationKind, integrationKinds } from '../../../../contract/fieldCodes.ts';
import { keepsSecret } from '../../../../contract/rules/keptSecret.ts';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';
import { FormField, NumberField, SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { CertificateField } from '../../shared/terminals/CertificateField.tsx';
import { tokens } from '../../theme/tokens.ts';
import { ActsAsField } from './ActsAsField.tsx';
import { addressOf } from './addressOf.ts';
import { Mappings } from './Mappings.tsx';
import { PeersInput } from './PeersInput.tsx';
import { type IntegrationValues, SecretField } from './SecretField.tsx';
import { TelephoneFields } from './TelephoneFields.tsx';
import { ZoneControls } from './ZoneControls.tsx';

type Form = UseFormReturn<IntegrationValues, unknown, IntegrationValues>;

const useStyles = makeStyles({
  address: {
    margin: '0 0 12px',
    padding: '8px 12px',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

const addressHints = {
  webhook_out: 'integration.urlHint',
  webhook_in: 'integration.urlHint',
  cap: 'integration.pollHint',
  syslog: 'integration.syslogHint',
  snmp: 'integration.snmpHint',
  snmp_agent: 'integration.snmpAgentHint',
  mqtt: 'integration.mqttHint',
  telephone: 'integration.telephoneHint',
} as const satisfies Record<IntegrationKind, string>;

/** Fields of a connection to another system, those of its kind. */
export function IntegrationFields({ form, row }: { form: Form; row: Integration | null }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control } = form;
  const [kind, url, plan, zones, certificate] = useWatch({
    control,
    name: ['kind', 'url', 'alarm_plan', 'zone_controls', 'certificate'],
  });
  const isKept =
    row !== null && keepsSecret(row, { kind: row.kind, url: url ?? '', certificate: certificate ?? '' });
  const isReport = reportsEvents(kind);
  return (
    <>
      {row === null && (
        <SelectField
          control={control}
          name="kind"
          label={t('integration.kind')}
          options={integrationKinds.map((value) => ({ value, label: t(`integration.kinds.${value}`) }))}
        />
      )}
      <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
      <SwitchField control={control} name="enabled" label={t('integration.enabled')} />
      <FormField control={control} name="org" label={t('faults.zone')} hint={t('integration.zoneHint')}>
        {(field) => (
          <EntityChoice
            path="partition"
            value={field.value as number | null}
            onChange={field.onChange}
            placeholder={t('linkage.wholeSite')}
          />
        )}
      </FormField>
      {kind !== 'webhook_in' && (
        <TextField
          control={control}
          name="url"
          label={t('integration.url')}
          hint={t(addressHints[kind])}
          maxLength={2000}
          required={isReport || kind === 'telephone' || kind === 'snmp_agent'}
        />
      )}
      {kind === 'cap' && url?.startsWith('https:') && (
        <CertificateField control={control} name="certificate" />
      )}
      {kind === 'cap' && (
        <NumberField control={control} name="poll_s" label={t('integration.pollEvery')} min={10} max={3600} />
      )}
      {(kind === 'webhook_in' || kind === 'cap') && row !== null && (
        <p className={s.address}>
          {t('integration.address')} POST {addressOf(row)}
        </p>
      )}
      {kind === 'cap' && <p className={s.address}>{t('integration.notVerified')}</p>}
      {kind !== 'syslog' && (
        <SecretField
          control={control}
          kind={kind}
          stored={row?.has_secret ? (isKept ? 'kept' : 'previous') : 'none'}
          required={!(row?.has_secret && isKept) && needsSecret({ kind, url: url ?? '' })}
        />
      )}
      {isReport && (
        <FormField control={control} name="events" label={t('integration.events')}>
          {(field) => {
            const chosen = field.value as IntegrationValues['events'];
            return (
              <FieldGroup label={t('integration.events')}>
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
              </FieldGroup>
            );
          }}
        </FormField>
      )}
      {kind === 'snmp_agent' && (
        <FormField
          control={control}
          name="peers"
          label={t('integration.peers')}
          hint={t('integration.managersHint')}
          required
        >
          {(field) => <PeersInput {...field} value={field.value as string[]} onChange={field.onChange} />}
        </FormField>
      )}
      {kind === 'telephone' && <TelephoneFields form={form} row={row} />}
      {(kind === 'webhook_in' || kind === 'mqtt') && (
        <FormField
          control={control}
          name="alarm_plan"
          label={t('alarmRecord.plan')}
          required={kind === 'webhook_in'}
          {...(kind === 'mqtt' ? { hint: t('integration.planHint') } : {})}
        >
          {(field) => (
            <EntityChoice path="alarm_plan" value={field.value as number | null} onChange={field.onChange} />
          )}
        </FormField>
      )}
      {kind === 'mqtt' && (
        <FormField
          control={control}
          name="zone_controls"
          label={t('integration.zoneControls')}
          hint={t('integration.zoneControlsHint')}
        >
          {(field) => <ZoneControls value={field.value as ZoneControl[]} onChange={field.onChange} />}
        </FormField>
      )}
      {kind === 'mqtt' && takesCommands({ alarm_plan: plan, zone_controls: zones ?? [] }) && (
        <ActsAsField control={control} hint={t('integration.commandsActAsHint')} />
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
