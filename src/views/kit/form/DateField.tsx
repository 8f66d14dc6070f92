import { Input, makeStyles } from '@fluentui/react-components';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, FormField } from './fields.tsx';

const useStyles = makeStyles({ wide: { width: '100%', minWidth: 0 } });

/** A day, `YYYY-MM-DD`; cleared: null where it may be left out, else the empty text that the schema refuses. */
export function DateField<V extends FieldValues, O extends FieldValues>(props: FieldProps<V, O>) {
  const s = useStyles();
  return (
    <FormField {...props}>
      {({ value, onChange, ...field }) => (
        <Input
          {...field}
          className={s.wide}
          type="date"
          value={value ?? ''}
          onChange={(_, data) => onChange(data.value === '' && props.required !== true ? null : data.value)}
        />
      )}
    </FormField>
  );
}
