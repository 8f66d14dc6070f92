import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { target, tokens } from '../../theme/tokens.ts';
import { FaultGlyph, Glyph } from '../status/Glyph.tsx';
import { type StatusName, statuses } from '../status/status.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    height: '56px',
    flexShrink: 0,
    padding: '0 8px',
    overflowX: 'auto',
    overflowY: 'hidden',
  },
  item: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    alignItems: 'flex-start',
    // The row scrolls; a shrunk item would overlap the next with its label.
    flexShrink: 0,
    minWidth: '80px',
    height: target(40),
    padding: '0 10px',
    boxSizing: 'border-box',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    outlineOffset: '-2px',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  number: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
  },
  /** Nothing in this state: it does not compete with the others. */
  zero: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  label: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    '& > svg': { width: '12px', height: '12px' },
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  fault: {
    color: tokens.tocsinFaultText,
    backgroundColor: tokens.tocsinFaultTint,
    borderTopColor: tokens.tocsinFaultStroke,
    borderRightColor: tokens.tocsinFaultStroke,
    borderBottomColor: tokens.tocsinFaultStroke,
    borderLeftColor: tokens.tocsinFaultStroke,
    ':hover': { backgroundColor: tokens.tocsinFaultTint },
  },
  faultLabel: { color: tokens.tocsinFaultText },
  faultChosen: { boxShadow: `inset 0 0 0 1px ${tokens.tocsinFaultEdge}` },
});

/** A figure above a grid, which filters the grid to the rows counted. */
export interface Counter {
  key: string;
  label: string;
  /** Undefined: not known yet, which is not zero. */
  count: number | undefined;
  /** Glyph of the state; an abnormal state is amber when its count is not zero. */
  status?: StatusName;
}

/** Counters 56 px high. `value` is the selected key; selecting it again removes the filter. */
export function Counters(props: {
  items: readonly Counter[];
  value: string | undefined;
  label: string;
  onPick: (key: string | undefined) => void;
}) {
  const s = useStyles();
  return (
    <fieldset className={s.root} aria-label={props.label} style={{ margin: 0, border: 0, minWidth: 0 }}>
      {props.items.map((item) => {
        const look = item.status === undefined ? undefined : statuses[item.status];
        const isFault = look?.tone === 'fault' && (item.count ?? 0) > 0;
        const isChosen = (props.value ?? props.items[0]?.key) === item.key;
        return (
          <button
            type="button"
            key={item.key}
            data-testid={`counter-${item.key}`}
            aria-pressed={isChosen}
            className={mergeClasses(
              s.item,
              isChosen && s.chosen,
              isFault && s.fault,
              isFault && isChosen && s.faultChosen,
            )}
            onClick={() => props.onPick(isChosen ? undefined : item.key)}
          >
            <span className={mergeClasses(s.number, item.count === 0 && s.zero)}>
              {item.count?.toLocaleString('en-US') ?? '–'}
            </span>
            <span className={mergeClasses(s.label, isFault && s.faultLabel)}>
              {isFault ? <FaultGlyph /> : look !== undefined && <Glyph name={look.glyph} />}
              {item.label}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
