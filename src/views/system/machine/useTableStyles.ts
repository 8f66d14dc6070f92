import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';

/** Styles of a table of machines: a few rows that fit the width. */
export const useTableStyles = makeStyles({
  table: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& td, & th': {
      padding: '6px 12px 6px 0',
      textAlign: 'left',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
    '& tbody th': { color: tokens.colorNeutralForeground1 },
  },
  wide: { width: '22%' },
  last: { width: '44px' },
});
