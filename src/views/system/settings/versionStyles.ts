import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles of the sections of the version screen. */
export const useVersionStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(360px, 1fr))',
    gap: '24px 48px',
    alignItems: 'start',
    padding: '16px 24px 32px',
    boxSizing: 'border-box',
  },
  head: { display: 'flex', alignItems: 'baseline', gap: '12px', minHeight: '32px' },
  heading: {
    margin: 0,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  reason: { color: tokens.colorNeutralForeground3 },
  end: { marginLeft: 'auto' },
  old: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '40px' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& td, & th': {
      padding: '6px 12px 6px 0',
      textAlign: 'left',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  },
  number: { textAlign: 'right !important' as 'right', width: '96px' },
  facts: { width: '40%' },
  // Messages differ in length: nothing below may move.
  message: {
    height: '160px',
    boxSizing: 'border-box',
    margin: '8px 0 0',
    padding: '8px 12px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke3}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});
