import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  body: { flexGrow: 1, minHeight: 0 },
  title: {
    flexShrink: 0,
    margin: 0,
    padding: '8px 12px 0',
    fontSize: tokens.fontSizeBase300,
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** Visible title of a panel. */
export function PanelTitle(props: { children: string }) {
  const s = useStyles();
  return <h2 className={s.title}>{props.children}</h2>;
}

/** Panel that fills its place, below its title. */
export function TitledPanel(props: { title: string; children: ReactNode }) {
  const s = useStyles();
  return (
    <div className={s.root}>
      <PanelTitle>{props.title}</PanelTitle>
      <div className={s.body}>{props.children}</div>
    </div>
  );
}
