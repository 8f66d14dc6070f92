import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../../theme/tokens.ts';
import { zoomedGrid } from './gridScale.ts';

/** Of a row that is gone. */
export const goneClass = 'tocsin-gone';

export const useDataGridStyles = makeStyles({
  root: { position: 'relative', height: '100%', minHeight: 0 },
  grid: {
    height: '100%',
    '& .ag-cell:focus-visible': { outlineOffset: '-2px' },
    // A name from right to left turns round neither its cell nor what explains it.
    '& .ag-cell, & .ag-cell span': { unicodeBidi: 'isolate' },
    // Where scrollbars lie over the page, their strip would hide the end of the last column.
    '& .ag-scrollbar-invisible .ag-body-vertical-scroll-viewport': { backgroundColor: 'transparent' },
    // Gone, and shown in its place until nobody points at the rows.
    [`& .${goneClass}`]: { opacity: 0.5, textDecorationLine: 'line-through', pointerEvents: 'none' },
  },
  zoomed: zoomedGrid,
  overlay: { position: 'absolute', inset: '33px 0 0 0', backgroundColor: tokens.colorNeutralBackground1 },
});
