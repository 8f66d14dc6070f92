import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles of the side panel of a terminal, 352 px wide. */
export const useDevicePanelStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '352px',
    minHeight: 0,
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '12px 8px 8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  names: { flexGrow: 1, minWidth: 0 },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '0 16px 16px' },
  section: {
    margin: '16px 0 4px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    margin: 0,
    '& > dt': { color: tokens.colorNeutralForeground3, padding: '4px 8px 4px 0' },
    '& > dd': { margin: 0, padding: '4px 0', overflowWrap: 'anywhere' },
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', padding: '4px 0' },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});
