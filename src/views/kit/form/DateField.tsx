import { makeStyles } from '@fluentui/react-components';
import type { FieldValues } from 'react-hook-form';
import { DateInput } from './date/DateInput.tsx';
import { type FieldProps, FormField } from './fields.tsx';

const useStyles = makeStyles({ wide: { width: '100%', minWidth: 0 } });

/**
 * Field for a day, `YYYY-MM-DD`. Cleared, its value is null where it is optional, else the empty text, which
 * the schema refuses.
 */
export function DateField<V extends FieldValues, O extends FieldValues>(props: FieldProps<V, O>) {
  const s = useStyles();
  return (
    <FormField {...props}>
      {({ value, onChange, ...field }) => (
        <DateInput
          {...field}
          className={s.wide}
          value={value ?? ''}
          onChange={(day) => onChange(day === '' && props.required !== true ? null : day)}
        />
      )}
    </FormField>
  );
}
