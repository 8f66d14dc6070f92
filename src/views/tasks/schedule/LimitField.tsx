import { Checkbox } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormField } from '../../kit/form/fields.tsx';
import { useFormStyles } from '../../shared/tasks/formStyles.ts';
import type { TaskFormReturn } from './SourceFields.tsx';

/** Field for an optional limit: a checkbox enables it with the value `first`. */
export function LimitField(props: {
  form: TaskFormReturn;
  name: 'end_time' | 'duration' | 'count';
  label: string;
  first: () => string | number;
  children: (value: string | number, onChange: (value: string | number) => void) => ReactNode;
}) {
  const s = useFormStyles();
  return (
    <FormField control={props.form.control} name={props.name} label="">
      {(field) => {
        const value = field.value as string | number | null;
        return (
          <div className={s.two}>
            <Checkbox
              label={props.label}
              checked={value !== null}
              onChange={(_, data) => field.onChange(data.checked === true ? props.first() : null)}
            />
            {value !== null && props.children(value, field.onChange)}
          </div>
        );
      }}
    </FormField>
  );
}
