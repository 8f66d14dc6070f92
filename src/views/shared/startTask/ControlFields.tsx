import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeValues, controlAction } from '../../../../contract/codes.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { FormField, SelectField } from '../../kit/form/fields.tsx';
import { VolumeField } from '../terminals/VolumeField.tsx';

/** Fields for the action of a control task (audio source 101), and its volume if that is the action. */
export function ControlFields<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
  /** Names of the fields in the form. */
  action: FieldPath<V>;
  volume: FieldPath<V>;
}) {
  const { t } = useTranslation();
  const { control } = props;
  const mayTest = usePermission()('operate_self_test');
  const action: unknown = useWatch({ control, name: props.action });
  return (
    <>
      <SelectField
        control={control}
        name={props.action}
        label={t('codes.audioSource.101')}
        required
        options={codeValues(controlAction)
          .filter((value) => value !== 'self_test' || mayTest || action === 'self_test')
          .map((value) => ({ value, label: t(`codes.controlAction.${value}`) }))}
      />
      {action === 'volume' && (
        <FormField control={control} name={props.volume} label={t('common.volume')} required>
          {(field) => (
            <div>
              <VolumeField
                value={(field.value as number | null) ?? 0}
                label={t('common.volume')}
                onChange={field.onChange}
              />
            </div>
          )}
        </FormField>
      )}
    </>
  );
}
