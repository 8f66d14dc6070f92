import { makeStyles } from '@fluentui/react-components';
import { type ReactNode, useId } from 'react';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  body: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '28px',
    flexShrink: 0,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  keys: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0, overflow: 'hidden' },
  end: { flexShrink: 0, marginLeft: 'auto' },
});

/**
 * Section of the home page: a rule and a heading, without a card. The legend of a chart is in the heading.
 */
export function Section(props: { title: string; keys?: ReactNode; end?: ReactNode; children: ReactNode }) {
  const s = useStyles();
  const id = useId();
  return (
    <section className={s.root} aria-labelledby={id}>
      <div className={s.head}>
        <h2 id={id} className={s.title}>
          {props.title}
        </h2>
        <span className={s.keys}>{props.keys}</span>
        <span className={s.end}>{props.end}</span>
      </div>
      <div className={s.body}>{props.children}</div>
    </section>
  );
}
