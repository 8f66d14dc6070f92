import { makeStyles, Slider } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: '8px' },
  slider: { flexGrow: 1, minWidth: 0 },
  number: { width: '88px' },
  warning: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '20px',
    color: tokens.tocsinFaultText,
    fontSize: tokens.fontSizeBase200,
    '& > svg': { color: tokens.tocsinFaultEdge },
  },
});

/** Volume of a new terminal; above it a warning about audio damage is shown, 0–100. */
export const VOLUME_WARNING_ABOVE = 80;

/** Field for a volume 0–100 by slider or number, with a warning when it is high. */
export function VolumeField(props: { value: number; label: string; onChange: (value: number) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, label, onChange } = props;
  const set = (next: number | null | undefined) => {
    if (next !== null && next !== undefined && Number.isFinite(next)) onChange(Math.round(next));
  };
  return (
    <div>
      <div className={s.row}>
        <Slider
          className={s.slider}
          min={0}
          max={100}
          value={value}
          aria-label={label}
          onChange={(_, data) => set(data.value)}
        />
        <NumberInput className={s.number} min={0} max={100} value={value} aria-label={label} onChange={set} />
      </div>
      <div className={s.warning} role="status">
        {value > VOLUME_WARNING_ABOVE && (
          <>
            <Glyph name="warning" size={14} />
            {t('terminal.volumeTooHigh')}
          </>
        )}
      </div>
    </div>
  );
}
