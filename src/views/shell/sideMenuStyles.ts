import { makeStyles } from '@fluentui/react-components';
import { chromeColour, tokens } from '../theme/tokens.ts';

const mark = {
  content: '""',
  position: 'absolute',
  left: 0,
  top: '7px',
  bottom: '7px',
  width: '3px',
  borderRadius: '2px',
  backgroundColor: tokens.colorCompoundBrandStroke,
} as const;

const entry = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '10px',
  height: '32px',
  flexShrink: 0,
  boxSizing: 'border-box',
  border: 'none',
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: 'transparent',
  color: tokens.colorNeutralForeground2,
  fontFamily: 'inherit',
  fontSize: tokens.fontSizeBase300,
  textAlign: 'left',
  textDecorationLine: 'none',
  cursor: 'pointer',
  ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
} as const;

/** Styles of the side menu. */
export const useSideMenuStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    width: '208px',
    flexShrink: 0,
    boxSizing: 'border-box',
    padding: '8px',
    gap: '4px',
    backgroundColor: chromeColour,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  sheet: { position: 'absolute', inset: 0, zIndex: 5, width: 'auto', borderRight: 'none' },
  narrow: { width: '48px', padding: '8px 5px', alignItems: 'center' },
  list: { display: 'flex', flexDirection: 'column', flexGrow: 1, overflowY: 'auto', width: '100%' },
  search: {
    ...entry,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    padding: '0 8px',
    marginBottom: '4px',
    '& kbd': { fontFamily: 'inherit', color: tokens.colorNeutralForeground3 },
  },
  item: { ...entry, width: '100%', padding: '0 8px' },
  child: { paddingLeft: '36px' },
  iconOnly: {
    ...entry,
    width: '36px',
    minWidth: '36px',
    height: '36px',
    padding: 0,
    margin: '0 auto',
    justifyContent: 'center',
  },
  text: { flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  /** Beside a count of faults a long name takes two lines. */
  wrapped: { whiteSpace: 'normal', overflow: 'visible', lineHeight: '16px', textAlign: 'left' },
  faults: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.tocsinFaultText,
  },
  marked: {
    position: 'relative',
    display: 'inline-flex',
    '& > :nth-child(2)': { position: 'absolute', right: '-7px', top: '-5px' },
  },
  groupShown: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  shown: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    '::before': mark,
  },
});
