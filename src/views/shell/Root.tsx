import { makeStyles } from '@fluentui/react-components';
import { Outlet, useLocation } from 'react-router-dom';
import { ToastHost } from '../kit/messages/ToastHost.tsx';
import { OnAirMark } from '../shared/talk/OnAirMark.tsx';
import { IdleWarning } from './IdleWarning.tsx';
import { LoadingMask } from './LoadingMask.tsx';
import { UnplayedToasts } from './UnplayedToasts.tsx';

const useStyles = makeStyles({
  root: {
    height: '100%',
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '150ms',
  },
});

/** Root container: shows the current route with a fade-in. Screens inside the shell do not fade. */
export function Root() {
  const s = useStyles();
  const { pathname } = useLocation();
  return (
    <>
      <div key={pathname === '/login' ? 'login' : 'shell'} className={s.root}>
        <Outlet />
      </div>
      <LoadingMask />
      <IdleWarning />
      <ToastHost>
        {/* A wall is only looked at. */}
        {!pathname.startsWith('/fullscreen') && <UnplayedToasts />}
      </ToastHost>
      <OnAirMark />
    </>
  );
}
