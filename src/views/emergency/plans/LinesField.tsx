import { makeStyles, ToggleButton } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import type { Line } from './lines.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: '4px', margin: '0 0 8px' },
  number: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  active: { color: tokens.tocsinFaultText },
});

/** Field for inputs or outputs of a fire terminal, listed by name, each selected or not. */
export function LinesField(props: {
  label: string;
  lines: readonly Line[];
  chosen: readonly number[];
  onChange: (nums: number[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { chosen, onChange } = props;
  return (
    <fieldset className={s.root} style={{ border: 'none', padding: 0 }} aria-label={props.label}>
      {props.lines.map(({ num, name, isActive }) => {
        const isIn = chosen.includes(num);
        return (
          <ToggleButton
            key={num}
            size="small"
            checked={isIn}
            {...(isIn ? { icon: <CheckmarkRegular /> } : {})}
            onClick={() =>
              onChange(isIn ? chosen.filter((one) => one !== num) : [...chosen, num].sort((a, b) => a - b))
            }
          >
            <span>
              <span className={s.number}>{num}</span> {name}
              {isActive && <span className={s.active}> · {t('fire.active')}</span>}
            </span>
          </ToggleButton>
        );
      })}
    </fieldset>
  );
}
