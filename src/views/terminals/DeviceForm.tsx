import { useTranslation } from 'react-i18next';
import { type DeviceLive, deviceEntity, deviceForm } from '../../../contract/entities/device.ts';
import type { PartitionLive } from '../../../contract/entities/partition.ts';
import { useApp } from '../app/AppContext.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { FormField, TextField } from '../kit/form/fields.tsx';
import { ZonePicker } from '../zones/ZonePicker.tsx';
import { VolumeField } from './VolumeField.tsx';

const fields = ['name', 'dev_name2', 'call_number', 'org', 'ao_volume', 'ai_volume'] as const;

/** Changes what is stored of a terminal. Only what was changed is sent, with the revision that was seen. */
export function DeviceForm(props: { row: DeviceLive; zones: readonly PartitionLive[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { row, zones } = props;
  const before = Object.fromEntries(fields.map((field) => [field, row[field]]));
  const save = (values: Record<string, unknown>) => {
    const changed = fields.filter((field) => values[field] !== before[field]);
    if (changed.length === 0) return Promise.resolve();
    const patch = Object.fromEntries(changed.map((field) => [field, values[field]]));
    return crud(deviceEntity).patch(row.id, { ...patch, rev: row.rev } as never, { quiet: true });
  };
  return (
    <FormDialog
      title={t('devices.editTitle', { name: row.name })}
      schema={deviceForm}
      defaults={before}
      onSubmit={save}
      onClose={props.onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
          <TextField
            control={control}
            name="dev_name2"
            label={t('devices.alias')}
            hint={t('devices.aliasHint')}
            maxLength={50}
          />
          <TextField
            control={control}
            name="call_number"
            label={t('devices.callNumber')}
            hint={t('devices.callNumberHint')}
            maxLength={12}
          />
          <FormField control={control} name="ao_volume" label={t('devices.aoVolume')}>
            {(field) => (
              <VolumeField
                value={Number(field.value)}
                label={t('devices.aoVolume')}
                onChange={field.onChange}
              />
            )}
          </FormField>
          <FormField control={control} name="ai_volume" label={t('devices.aiVolume')}>
            {(field) => (
              <VolumeField
                value={Number(field.value)}
                label={t('devices.aiVolume')}
                onChange={field.onChange}
              />
            )}
          </FormField>
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
