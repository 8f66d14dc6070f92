import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import {
  type DeviceLive,
  deviceEntity,
  type FoundTerminal,
  foundAdoption,
} from '../../../../contract/entities/terminals/device.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, TextField } from '../../kit/form/fields.tsx';
import { VOLUME_WARNING_ABOVE, VolumeField } from '../../shared/terminals/VolumeField.tsx';
import { ZonePicker } from '../../shared/zones/ZonePicker.tsx';
import { isTop } from '../../shared/zones/zoneTree.ts';

/** Default zone: the topmost zone visible to the account. */
function topOf(zones: readonly PartitionLive[]): number | null {
  return zones.find((zone) => isTop(zones, zone))?.id ?? null;
}

/** Dialog that adopts one found terminal: name, zone and volume. */
export function AdoptDialog(props: {
  row: FoundTerminal;
  /** Proposed name. */
  name: string;
  /** Stored row of its code: its previous or expected place. */
  old: Pick<DeviceLive, 'org' | 'ao_volume'> | undefined;
  zones: readonly PartitionLive[];
  onSubmit: (values: {
    name: string;
    org: number | null;
    ao_volume?: number | undefined;
  }) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { zones, old } = props;
  return (
    <FormDialog
      title={t('scan.adoptTitle', { code: props.row.code })}
      schema={deviceEntity.create}
      defaults={{
        name: props.name,
        org: old?.org ?? topOf(zones),
        ao_volume: old?.ao_volume ?? VOLUME_WARNING_ABOVE,
      }}
      onSubmit={props.onSubmit}
      saved="elsewhere"
      onClose={props.onClose}
      submitLabel={t('scan.adopt')}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
          <FormField control={control} name="ao_volume" label={t('devices.aoVolume')}>
            {(field) => (
              <VolumeField
                value={Number(field.value)}
                label={t('devices.aoVolume')}
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

/** Dialog that adopts several: one zone and one volume; they keep the names that they reported. */
export function AdoptManyDialog(props: {
  count: number;
  zones: readonly PartitionLive[];
  onSubmit: (values: { org: number | null; ao_volume?: number | undefined }) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { zones } = props;
  return (
    <FormDialog
      title={t('scan.adoptManyTitle', { items: props.count })}
      schema={foundAdoption}
      defaults={{ org: topOf(zones), ao_volume: VOLUME_WARNING_ABOVE }}
      onSubmit={props.onSubmit}
      saved="elsewhere"
      onClose={props.onClose}
      submitLabel={t('scan.adoptMany', { items: props.count })}
    >
      {({ control }) => (
        <>
          <FormField control={control} name="ao_volume" label={t('devices.aoVolume')}>
            {(field) => (
              <VolumeField
                value={Number(field.value)}
                label={t('devices.aoVolume')}
                onChange={field.onChange}
              />
            )}
          </FormField>
          <FormField control={control} name="org" label={t('zones.zone')} hint={t('scan.namesKept')}>
            {(field) => (
              <ZonePicker zones={zones} value={field.value as number | null} onChange={field.onChange} />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
}
