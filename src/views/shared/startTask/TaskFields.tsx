import { Switch } from '@fluentui/react-components';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { type FieldProps, FormField } from '../../kit/form/fields.tsx';
import { VOLUME_WARNING_ABOVE, VolumeField } from '../terminals/VolumeField.tsx';

/** Field for the volume: each terminal's own, or one for all. */
export function TaskVolumeField<V extends FieldValues, O extends FieldValues>(props: FieldProps<V, O>) {
  const { t } = useTranslation();
  const volume = useWatch({ control: props.control, name: props.name }) as number | null;
  return (
    <FormField {...props}>
      {({ onChange }) => (
        <div>
          <Switch
            checked={volume !== null}
            label={t('task.sameVolume')}
            onChange={(_, data) => onChange(data.checked ? VOLUME_WARNING_ABOVE : null)}
          />
          {volume !== null && <VolumeField value={volume} label={props.label} onChange={onChange} />}
        </div>
      )}
    </FormField>
  );
}

/** Files that can be played. */
const playable = { build_status: 'built' } as const;

/** Field for a music file that is played once before or after a list, or none. */
export function ChimeField<V extends FieldValues, O extends FieldValues>(props: FieldProps<V, O>) {
  const { t } = useTranslation();
  return (
    <FormField {...props}>
      {({ value, onChange, onBlur }) => (
        <EntityChoice
          path="file"
          query={playable}
          value={value as number | null}
          onChange={onChange}
          onBlur={onBlur}
          placeholder={t('common.none')}
        />
      )}
    </FormField>
  );
}
