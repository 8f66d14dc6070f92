import { Checkbox, makeStyles } from '@fluentui/react-components';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
    maxHeight: '168px',
    overflowY: 'auto',
    padding: '4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  none: { padding: '6px 8px', color: tokens.colorNeutralForeground3 },
});

/**
 * Checkboxes for the lines of a terminal, by name. `lines`: existing numbers; ticked ones are always shown.
 */
export function LinePicker(props: {
  label: string;
  lines: readonly number[];
  value: readonly number[];
  nameOf: (line: number) => string;
  /** Text while there are none. */
  none: string;
  onChange: (lines: number[]) => void;
}) {
  const s = useStyles();
  const all = [...new Set([...props.lines, ...props.value])].sort((a, b) => a - b);
  const set = (line: number, isTicked: boolean) =>
    props.onChange(all.filter((one) => (one === line ? isTicked : props.value.includes(one))));
  if (all.length === 0) return <div className={s.none}>{props.none}</div>;
  return (
    <FieldGroup label={props.label} className={s.root}>
      {all.map((line) => (
        <Checkbox
          key={line}
          label={props.nameOf(line)}
          checked={props.value.includes(line)}
          onChange={(_, data) => set(line, data.checked === true)}
        />
      ))}
    </FieldGroup>
  );
}
