import { Input, makeStyles } from '@fluentui/react-components';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, FormField } from './fields.tsx';

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', alignItems: 'center', gap: '4px 8px' },
});

/** Form field for the names of lines. */
export function LineNamesField<V extends FieldValues, O extends FieldValues>(
  props: FieldProps<V, O> & { count: number; line: (line: number) => string },
) {
  const { count, line, ...field } = props;
  return (
    <FormField {...field}>
      {({ value, onChange }) => (
        <LineNames
          value={(value ?? []) as readonly string[]}
          count={count}
          label={line}
          onChange={onChange}
        />
      )}
    </FormField>
  );
}

/**
 * Fields for the names of channels, inputs or outputs 1…`count`; one without a name is called by its number.
 */
function LineNames(props: {
  value: readonly string[];
  count: number;
  /** Label of the line with this number when it has no name. */
  label: (line: number) => string;
  onChange: (names: string[]) => void;
}) {
  const s = useStyles();
  const { value, count, onChange } = props;
  const names = Array.from({ length: count }, (_, i) => value[i] ?? '');
  return (
    <div className={s.list}>
      {names.map((name, i) => {
        const label = props.label(i + 1);
        return [
          <span key={`${label} label`}>{label}</span>,
          <Input
            key={label}
            size="small"
            maxLength={50}
            aria-label={label}
            value={name}
            onChange={(_, data) => onChange(names.map((old, k) => (k === i ? data.value : old)))}
          />,
        ];
      })}
    </div>
  );
}
