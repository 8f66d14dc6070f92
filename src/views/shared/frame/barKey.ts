import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

const edges = (colour: string) => ({
  borderTopColor: colour,
  borderRightColor: colour,
  borderBottomColor: colour,
  borderLeftColor: colour,
});

/** Styles of a key in the bar below the screen of a phone: icon above its word, in the colour of its state. */
export const useBarKeyStyles = makeStyles({
  key: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2px',
    flex: '1 1 0',
    position: 'relative',
    overflow: 'hidden',
    width: 'auto',
    maxWidth: 'none',
    height: '56px',
    padding: '0 1px',
    boxSizing: 'border-box',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase100,
    lineHeight: '14px',
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
    textAlign: 'center',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '& .fui-Button__icon': { margin: 0 },
  },
  /** Icon and figure, side by side. */
  top: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '20px',
    fontSize: tokens.fontSizeBase300,
  },
  some: { color: tokens.colorNeutralForeground1 },
  fault: {
    color: tokens.tocsinFaultText,
    backgroundColor: tokens.tocsinFaultTint,
    ...edges(tokens.tocsinFaultStroke),
  },
  alarm: { color: tokens.tocsinAlarmOnSolid, backgroundColor: tokens.tocsinAlarmSolid },
  open: { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundSelected },
});
