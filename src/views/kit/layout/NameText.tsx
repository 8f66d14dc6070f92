import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { splitName } from './nameWidth.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'inline-flex',
    maxWidth: '100%',
    minWidth: 0,
    overflow: 'hidden',
    verticalAlign: 'bottom',
    textDecorationLine: 'inherit',
  },
  shown: {
    display: 'flex',
    minWidth: 0,
    whiteSpace: 'pre',
    textDecorationLine: 'inherit',
    '::before': {
      content: 'attr(data-start)',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      textDecorationLine: 'inherit',
    },
    '::after': { content: 'attr(data-end)', flexShrink: 0, textDecorationLine: 'inherit' },
  },
  /** Above the shown text, so that it is what is found, selected and copied. */
  whole: { position: 'absolute', inset: 0, overflow: 'hidden', opacity: 0, whiteSpace: 'pre' },
});

/**
 * Name in one line. Where it has no room it is shortened in the middle, as names of one place differ at their end; its
 * tooltip and screen readers have the whole name. A name whose row may grow wraps instead (`wrappedName`).
 */
export function NameText(props: { name: string; className?: string | undefined }) {
  const s = useStyles();
  const { start, end } = splitName(props.name);
  return (
    <span className={mergeClasses(s.root, props.className)} title={props.name} dir="auto">
      <span className={s.shown} aria-hidden="true" data-start={start} data-end={end} />
      <span className={s.whole}>{props.name}</span>
    </span>
  );
}

/** Style of a name whose row grows with it. */
export const wrappedName = { minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
