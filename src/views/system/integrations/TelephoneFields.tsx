import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import type { Integration } from '../../../../contract/entities/site/integration.ts';
import { parseTelephoneAddress } from '../../../../contract/entities/site/telephoneAddress.ts';
import { FormField } from '../../kit/form/fields.tsx';
import { CertificateField } from '../../shared/terminals/CertificateField.tsx';
import { ActsAsField } from './ActsAsField.tsx';
import { DialPlan } from './DialPlan.tsx';
import { PeersInput } from './PeersInput.tsx';
import type { IntegrationValues } from './SecretField.tsx';

/** Fields of a telephone system: who may call, in whose name callers act, and its dial plan. */
export function TelephoneFields(props: {
  form: UseFormReturn<IntegrationValues, unknown, IntegrationValues>;
  row: Integration | null;
}) {
  const { t } = useTranslation();
  const { control, setValue, watch } = props.form;
  const stored = new Set((props.row?.dial_plan ?? []).map(({ code }) => code));
  const pins = watch('pins') ?? {};
  return (
    <>
      {parseTelephoneAddress(watch('url') ?? '')?.protocol === 'tls' && (
        <CertificateField control={control} name="certificate" />
      )}
      <FormField
        control={control}
        name="peers"
        label={t('integration.peers')}
        hint={t('integration.peersHint')}
      >
        {(field) => <PeersInput {...field} value={field.value as string[]} onChange={field.onChange} />}
      </FormField>
      <ActsAsField control={control} hint={t('integration.actsAsHint')} />
      <FormField
        control={control}
        name="dial_plan"
        label={t('integration.dialPlan')}
        hint={t('integration.dialPlanHint')}
      >
        {(field) => (
          <DialPlan
            value={field.value as DialledCode[]}
            onChange={field.onChange}
            pins={pins}
            onPins={(next) =>
              setValue('pins', Object.keys(next).length === 0 ? undefined : next, { shouldDirty: true })
            }
            stored={stored}
          />
        )}
      </FormField>
    </>
  );
}
