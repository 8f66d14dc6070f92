import type { RouterState } from 'react-router-dom';
import type { App } from '../../app.ts';
import type { LoadAhead } from './loadAhead.ts';

interface Router {
  readonly state: RouterState;
  subscribe(listener: (state: RouterState) => void): () => void;
}

/**
 * Handles page chunks that fail to load. The session machine remembers the target and reloads once; after a
 * page was shown, the next failure may reload again. What is loaded ahead is tried again without a reload. Returns the
 * function that stops listening.
 */
export function listenForLostChunks(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  router: Router,
  app: App,
  ahead: Pick<LoadAhead, 'isLoading'>,
): () => void {
  const lost = () => {
    if (ahead.isLoading()) return;
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    app.session.send({ type: 'session.chunkLost', path: `${pathname}${search}` });
  };
  page.addEventListener('vite:preloadError', lost);
  const unsubscribe = router.subscribe((state) => {
    if (state.navigation.state === 'idle' && state.errors === null) app.routes.arrived();
  });
  return () => {
    page.removeEventListener('vite:preloadError', lost);
    unsubscribe();
  };
}
