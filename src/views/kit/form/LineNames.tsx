import { Input, makeStyles } from '@fluentui/react-components';

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', alignItems: 'center', gap: '4px 8px' },
});

/** The names of the channels, inputs or outputs 1…`count`; an empty one goes by its number. */
export function LineNames(props: {
  value: readonly string[];
  count: number;
  /** What the line with this number is called without a name. */
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
