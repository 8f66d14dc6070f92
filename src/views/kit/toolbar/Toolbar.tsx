import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { target } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    // Always one row: a second one would move everything below.
    height: target(40),
    flexShrink: 0,
    padding: '0 8px',
    boxSizing: 'border-box',
    overflowX: 'auto',
    overflowY: 'hidden',
    scrollbarWidth: 'thin',
  },
  start: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    height: '100%',
    flexGrow: 1,
    minWidth: '216px',
    overflowX: 'auto',
    overflowY: 'hidden',
    scrollbarWidth: 'thin',
    // The search field shrinks first, then the rest scrolls.
    '& > :not(.fui-Input)': { flexShrink: 0 },
  },
  end: { display: 'flex', alignItems: 'center', columnGap: '8px', flexShrink: 0 },
});

/**
 * Toolbar of 40 px: filters and actions on the left, tools (counts, columns, export) on the right, which
 * never move.
 */
export function Toolbar(props: { children?: ReactNode; end?: ReactNode }) {
  const s = useStyles();
  return (
    <div className={s.root} data-testid="toolbar">
      <div className={s.start}>{props.children}</div>
      <div className={s.end}>{props.end}</div>
    </div>
  );
}
