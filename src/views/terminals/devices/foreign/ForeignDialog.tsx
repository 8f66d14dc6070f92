import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../../contract/entities/site/partition.ts';
import { defaultTransport } from '../../../../../contract/entities/terminals/foreign.ts';
import { foreignCreate } from '../../../../../contract/entities/terminals/foreignForm.ts';
import { FormDialog } from '../../../kit/form/FormDialog.tsx';
import { FormField, TextField } from '../../../kit/form/fields.tsx';
import { useEntityForm } from '../../../kit/form/useEntityForm.ts';
import { VolumeField } from '../../../shared/terminals/VolumeField.tsx';
import { ZonePicker } from '../../../shared/zones/ZonePicker.tsx';
import { ForeignFields } from './ForeignFields.tsx';
import { TransportChoice } from './TransportChoice.tsx';

type Values = Record<string, unknown>;
const VOLUME = 100;

/** Dialog that adds a loudspeaker of another make, which this server reaches itself. */
export function ForeignDialog({
  zones,
  org,
  onClose,
}: {
  zones: readonly PartitionLive[];
  /** Zone that is selected in the list. */
  org: number | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const dialog = useEntityForm<Values, { name: string }>({
    path: 'device/foreign',
    row: null,
    fields: [],
  });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={t('foreign.add')}
      schema={foreignCreate as never}
      defaults={{ name: '', org: org ?? null, ao_volume: VOLUME, foreign: defaultTransport }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={50} />
          <TransportChoice form={form} />
          <ForeignFields form={form} isNew />
          <FormField control={form.control} name="org" label={t('zones.zone')}>
            {(field) => (
              <ZonePicker zones={zones} value={field.value as number | null} onChange={field.onChange} />
            )}
          </FormField>
          <FormField control={form.control} name="ao_volume" label={t('devices.aoVolume')}>
            {(field) => (
              <VolumeField
                value={Number(field.value)}
                label={t('devices.aoVolume')}
                onChange={field.onChange}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
}
