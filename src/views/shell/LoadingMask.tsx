import { makeStyles } from '@fluentui/react-components';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';

const useStyles = makeStyles({
  // Above Fluent's dialogs, which lie at a million.
  root: { position: 'fixed', inset: 0, zIndex: 1_000_001, cursor: 'progress' },
});

/**
 * The full-screen loading mask of calls that ask for it (spec 7): nothing can be pressed twice below it. It is not
 * seen: what flashes for a tenth of a second only disturbs.
 */
export function LoadingMask() {
  const s = useStyles();
  const { api } = useApp();
  const isOpen = useObservable(api.mask$, false);
  return isOpen ? <div className={s.root} data-testid="loading-mask" aria-hidden /> : null;
}
