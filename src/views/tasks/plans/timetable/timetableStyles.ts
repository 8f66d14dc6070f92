import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../../theme/tokens.ts';

/** Styles of the grid of a timetable. */
export const useTimetableStyles = makeStyles({
  scroller: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  table: {
    width: '100%',
    // Leaves a file name readable beside the days.
    minWidth: '720px',
    tableLayout: 'fixed',
    // A sticky head loses collapsed borders.
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& th, & thead td': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      height: '34px',
      padding: '0 8px',
      textAlign: 'left',
      fontWeight: tokens.fontWeightSemibold,
      backgroundColor: tokens.colorNeutralBackground3,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    '& td': {
      height: '34px',
      padding: '0 8px',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      cursor: 'default',
    },
    '& tbody tr:hover td': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '& td:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  time: { width: '104px', fontVariantNumeric: 'tabular-nums' },
  day: { width: '56px' },
  dayType: { width: '84px' },
  remove: { width: '40px' },
  center: { textAlign: 'center !important' as 'center', padding: '0 !important' as '0' },
  editing: { padding: '0 2px !important' as '0 2px' },
  input: { width: '100%', minWidth: 0 },
  hint: { color: tokens.colorNeutralForeground3 },
  sound: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0 },
  name: { minWidth: 0 },
  fault: { boxShadow: `inset 0 0 0 2px ${tokens.tocsinFaultEdge}` },
  dayButton: { minWidth: '48px', maxWidth: '100%', padding: '0 4px', fontWeight: tokens.fontWeightSemibold },
});
