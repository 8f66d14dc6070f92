import { useTranslation } from 'react-i18next';
import { deviceVolume } from '../../../../contract/entities/terminals/device.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField } from '../../kit/form/fields.tsx';
import { VolumeField } from '../../shared/terminals/VolumeField.tsx';

/** Dialog for one play volume of all selected terminals. */
export function VolumeDialog(props: {
  count: number;
  /** Initial position of the slider, 0–100. */
  volume: number;
  onSubmit: (volume: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t('devices.volumeTitle', { count: props.count })}
      schema={deviceVolume}
      defaults={{ ao_volume: props.volume }}
      onSubmit={({ ao_volume }) => props.onSubmit(ao_volume)}
      saved="elsewhere"
      onClose={props.onClose}
      submitLabel={t('devices.setVolume')}
    >
      {({ control }) => (
        <FormField control={control} name="ao_volume" label={t('devices.aoVolume')}>
          {(field) => (
            <VolumeField value={field.value} label={t('devices.aoVolume')} onChange={field.onChange} />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
