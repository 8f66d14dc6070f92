import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { phoneCreate } from '../../../../contract/entities/terminals/dialogue.ts';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { ZonePicker } from '../../shared/zones/ZonePicker.tsx';

type Values = Record<string, unknown>;
const telephones = { kind: 'telephone' } as const;

/** Dialog that adds a phone of a telephone system as a dialogue terminal. */
export function PhoneDialog({ zones, onClose }: { zones: readonly PartitionLive[]; onClose: () => void }) {
  const { t } = useTranslation();
  const dialog = useEntityForm<Values, { name: string }>({ path: 'dialogue/phone', row: null, fields: [] });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={t('dialogue.addPhone')}
      schema={phoneCreate as never}
      defaults={{ name: '', org: null, call_number: '', phone: { integration: null, number: '' } }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
          <FormField
            control={control}
            name="phone.integration"
            label={t('integration.kinds.telephone')}
            hint={t('dialogue.phoneSystemHint')}
            required
          >
            {(field) => (
              <EntityChoice
                path="integration"
                query={telephones}
                aria-label={t('integration.kinds.telephone')}
                value={field.value as number | null}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            )}
          </FormField>
          <TextField
            control={control}
            name="phone.number"
            label={t('dialogue.phoneNumber')}
            hint={t('dialogue.phoneNumberHint')}
            required
            maxLength={32}
          />
          <TextField
            control={control}
            name="call_number"
            label={t('devices.callNumber')}
            hint={t('devices.callNumberHint')}
            maxLength={12}
          />
          <FormField control={control} name="org" label={t('zones.zone')}>
            {(field) => (
              <ZonePicker zones={zones} value={field.value as number | null} onChange={field.onChange} />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
}
