import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField, SwitchField } from '../../kit/form/fields.tsx';
import { DurationField } from './DurationField.tsx';

/** Fields for an optional duration: `limited` and `duration`. */
export function LimitFields<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
}) {
  const { t } = useTranslation();
  const { control } = props;
  const limited = useWatch({ control, name: 'limited' as Path<V> }) as boolean;
  return (
    <>
      <SwitchField control={control} name={'limited' as Path<V>} label={t('task.limited')} />
      {limited && (
        <FormField control={control} name={'duration' as Path<V>} label={t('task.duration')} required>
          {(field) => (
            <DurationField value={field.value as number} onChange={field.onChange} onBlur={field.onBlur} />
          )}
        </FormField>
      )}
    </>
  );
}
