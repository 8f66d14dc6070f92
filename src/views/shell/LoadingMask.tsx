import { makeStyles } from '@fluentui/react-components';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';

const useStyles = makeStyles({
  root: { position: 'fixed', inset: 0, zIndex: 1_000, cursor: 'progress' },
});

/** The full-screen loading mask of calls that ask for it (spec 7): nothing can be pressed twice below it. */
export function LoadingMask() {
  const s = useStyles();
  const { api } = useApp();
  const isOpen = useObservable(api.mask$, false);
  return isOpen ? <div className={s.root} data-testid="loading-mask" aria-hidden /> : null;
}
