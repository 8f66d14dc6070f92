import { makeStyles } from '@fluentui/react-components';

/** Styles of a name in one line that is shortened in its middle: `NameText`, and `NameCell` in grids. */
export const useNameStyles = makeStyles({
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
