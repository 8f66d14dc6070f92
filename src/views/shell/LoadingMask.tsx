import { makeStyles } from '@fluentui/react-components';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';

const useStyles = makeStyles({
  // Above Fluent's dialogs, whose z-index is a million.
  root: { position: 'fixed', inset: 0, zIndex: 1_000_001, cursor: 'progress' },
});

/**
 * Full-screen loading mask of calls that request it: it blocks presses. It is invisible, because a flash of a
 * tenth of a second would only disturb.
 */
export function LoadingMask() {
  const s = useStyles();
  const { api } = useApp();
  const isOpen = useObservable(api.mask$, false);
  return isOpen ? <div className={s.root} data-testid="loading-mask" aria-hidden /> : null;
}
