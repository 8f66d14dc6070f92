import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles of the lists of a plan: day types, terms, exceptions. */
export const useListStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  part: { margin: '4px 0', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: '4px',
      minHeight: '32px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
  },
  lines: { flexDirection: 'column', alignItems: 'stretch !important' as 'stretch', paddingTop: '4px' },
  line: { display: 'flex', alignItems: 'center', gap: '4px' },
  two: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '4px',
    paddingBottom: '6px',
  },
  grow: { flexGrow: 1, minWidth: 0 },
  none: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  error: { color: tokens.tocsinFaultText, fontSize: tokens.fontSizeBase200, paddingTop: '4px' },
});
