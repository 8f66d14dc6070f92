import { makeStyles } from '@fluentui/react-components';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  body: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  head: {
    display: 'flex',
    alignItems: 'center',
    // A legend that has no room beside the heading has a line of its own.
    flexWrap: 'wrap',
    columnGap: '12px',
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
  keys: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '12px', minWidth: 0 },
  end: { flexShrink: 0, marginLeft: 'auto' },
});

/** Tells whether the content of an element scrolls, so that it must be reached by keyboard. */
function useScrolls() {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // After each render: the observed children may be others.
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  });
  return { ref, scrolls };
}

/**
 * Section of the home page: a rule and a heading, without a card. The legend of a chart is in the heading.
 */
export function Section(props: { title: string; keys?: ReactNode; end?: ReactNode; children: ReactNode }) {
  const s = useStyles();
  const id = useId();
  const { ref, scrolls } = useScrolls();
  return (
    <section className={s.root} aria-labelledby={id}>
      <div className={s.head}>
        <h2 id={id} className={s.title}>
          {props.title}
        </h2>
        <span className={s.keys}>{props.keys}</span>
        <span className={s.end}>{props.end}</span>
      </div>
      <div ref={ref} className={s.body} {...(scrolls ? { tabIndex: 0 } : {})}>
        {props.children}
      </div>
    </section>
  );
}
