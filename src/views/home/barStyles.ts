import { makeStyles } from '@fluentui/react-components';
import { target, tokens } from '../theme/tokens.ts';

/** Styles of rows of bars by zone: a name, a bar, and figures at the right edge. */
export const useBarStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', flexGrow: 1, paddingTop: '4px' },
  row: {
    display: 'grid',
    alignItems: 'center',
    columnGap: '12px',
    // Rows share the height that is left on a large screen.
    flex: '1 1 24px',
    minHeight: target(24),
    maxHeight: target(64),
    '& a': { lineHeight: target(16) },
    fontSize: tokens.fontSizeBase200,
  },
  name: {
    minWidth: 0,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground1,
  },
  bar: { display: 'flex', gap: '2px', height: '40%', minHeight: '10px', maxHeight: '20px' },
  first: { backgroundColor: tokens.tocsinData1 },
  second: { backgroundColor: tokens.tocsinData2 },
  third: { backgroundColor: tokens.tocsinData3 },
  fifth: { backgroundColor: tokens.tocsinData5 },
  fourth: { backgroundColor: tokens.tocsinData4 },
  abnormal: {
    backgroundColor: tokens.tocsinFaultSolid,
    boxShadow: `inset 0 0 0 1px ${tokens.tocsinFaultEdge}`,
    minWidth: '4px',
  },
  /** Nothing is known: outlined, as the glyph of this state. */
  lost: { boxShadow: `inset 0 0 0 1px ${tokens.tocsinFaultEdge}`, minWidth: '4px' },
  behind: { display: 'inline-flex', alignItems: 'center', gap: '4px', color: tokens.tocsinFaultText },
  number: { textAlign: 'right', whiteSpace: 'nowrap' },
  quiet: { color: tokens.colorNeutralForeground3 },
  fault: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.tocsinFaultText,
  },
  key: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    whiteSpace: 'nowrap',
    '& a': { lineHeight: target(16) },
  },
  swatch: { width: '8px', height: '8px' },
  /** Left out where the heading has no room. */
  roomy: { '@media (max-width: 1600px)': { display: 'none' } },
  none: { padding: '16px 0', color: tokens.colorNeutralForeground3 },
});
