import { makeStyles } from '@fluentui/react-components';
import { target, tokens } from '../../theme/tokens.ts';
import { zoomedGrid } from './gridScale.ts';

/** Class of a removed row. */
export const goneClass = 'tocsin-gone';

export const useDataGridStyles = makeStyles({
  root: { position: 'relative', height: '100%', minHeight: 0 },
  grid: {
    height: '100%',
    '& .ag-cell:focus-visible': { outlineOffset: '-2px' },
    // The keyboard has no tooltip: the name of the cell in focus is whole, over the next cells.
    '& .ag-cell:focus-visible:has([data-name])': { overflow: 'visible', zIndex: 3 },
    '& .ag-cell:focus-visible [data-name]': {
      maxWidth: 'none',
      overflow: 'visible',
      backgroundColor: tokens.colorNeutralBackground1,
      paddingRight: '8px',
    },
    // A right-to-left name must reorder neither its cell nor its detail.
    '& .ag-cell, & .ag-cell span': { unicodeBidi: 'isolate' },
    // Where scrollbars overlay the page, their strip would hide the end of the last column.
    '& .ag-scrollbar-invisible .ag-body-vertical-scroll-viewport': { backgroundColor: 'transparent' },
    // Removed, but kept in place while the pointer is over the rows.
    [`& .${goneClass}`]: { opacity: 0.5, textDecorationLine: 'line-through', pointerEvents: 'none' },
  },
  zoomed: zoomedGrid,
  overlay: {
    position: 'absolute',
    inset: `calc(${target(32)} + 1px) 0 0 0`,
    backgroundColor: tokens.colorNeutralBackground1,
    // Over the horizontal scroll bar of the grid, and scrolled where the grid is low.
    zIndex: 1,
    overflow: 'auto',
  },
});
