import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    // What has no room goes to a second row instead of out of sight.
    flexWrap: 'wrap',
    columnGap: '8px',
    rowGap: '4px',
    minHeight: '40px',
    flexShrink: 0,
    padding: '0 8px',
    '& > *': { flexShrink: 0 },
  },
  rest: { flexGrow: 1, flexShrink: 1, minWidth: 0 },
});

/** A row of 40 px: filters and actions on the left, tools (counts, columns, export) on the right. */
export function Toolbar(props: { children: ReactNode; end?: ReactNode }) {
  const s = useStyles();
  return (
    <div className={s.root}>
      {props.children}
      <span className={s.rest} />
      {props.end}
    </div>
  );
}
