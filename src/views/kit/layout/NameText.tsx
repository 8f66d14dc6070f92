import { mergeClasses } from '@fluentui/react-components';
import { useNameStyles } from './nameStyles.ts';
import { splitName } from './nameWidth.ts';

/**
 * Name in one line. Where it has no room it is shortened in the middle, as names of one place differ at their end; its
 * tooltip (or `title`, which contains it) and screen readers have the whole name. A name whose row may grow wraps instead (`wrappedName`).
 */
export function NameText(props: { name: string; title?: string; className?: string | undefined }) {
  const s = useNameStyles();
  const { start, end } = splitName(props.name);
  return (
    <span className={mergeClasses(s.root, props.className)} title={props.title ?? props.name} dir="auto">
      <span className={s.shown} aria-hidden="true" data-start={start} data-end={end} />
      <span className={s.whole}>{props.name}</span>
    </span>
  );
}

/** Style of a name whose row grows with it. */
export const wrappedName = { minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
