import { createBrowserRouter, Outlet, type RouteObject, redirect } from 'react-router-dom';
import { waitFor } from 'xstate';
import { hasPermission } from '../../contract/api/permissions.ts';
import type { App } from '../app.ts';
import { HOME_PATH, ROOT_PATH } from '../machines/sessionPaths.ts';
import type { Screen } from './app/screen.ts';
import { NotFound, ScreenError } from './kit/layout/pages.tsx';
import { labelKey } from './screens.ts';
import { Guarded } from './shell/Guarded.tsx';
import { LoginPage } from './shell/login/LoginPage.tsx';
import { RenewLogin } from './shell/RenewLogin.tsx';
import { Root } from './shell/Root.tsx';
import { ShellOrOpen } from './shell/ShellOrOpen.tsx';

/** Start path of an account: devices, or the first screen that it may open. */
export function firstScreen(screens: readonly Screen[], permissions: readonly string[]): string {
  const open = screens.filter((screen) => hasPermission(permissions, screen.codes));
  const first =
    open.find((screen) => screen.path === 'menu_device_management') ??
    open.find((screen) => screen.menu !== 'none') ??
    open[0];
  return `/${first?.path ?? 'profile'}`;
}

const queryOf = (request: Request) => new URL(request.url).search;

/** Creates the routes of the screens that exist and that the brand shows. */
export function createRoutes(app: App, screens: readonly Screen[]): RouteObject[] {
  const settled = () => waitFor(app.session, (state) => state.hasTag('settled'));

  /**
   * Without token and user any path other than /login redirects there. Middleware also stops child loaders.
   */
  const guard = async ({ request }: { request: Request }) => {
    const state = await settled();
    if (state.matches('loggedIn')) return;
    const { pathname, search } = new URL(request.url);
    if (pathname !== HOME_PATH)
      app.session.send({ type: 'session.turnedAway', path: `${pathname}${search}` });
    throw redirect('/login');
  };

  const screenRoute = (screen: Screen): RouteObject => ({
    path: `/${screen.path}`,
    handle: { label: labelKey(screen), isOpen: screen.isOpen === true },
    errorElement: <ScreenError />,
    lazy: async () => {
      const { Component } = await app.api.ahead(screen.view);
      return {
        element: (
          <Guarded screen={screen}>
            <Component />
          </Guarded>
        ),
      };
    },
  });

  return [
    {
      element: <Root />,
      hydrateFallbackElement: <div />,
      errorElement: <ScreenError />,
      children: [
        { path: ROOT_PATH, loader: ({ request }) => redirect(`/login${queryOf(request)}`) },
        {
          path: '/login',
          loader: async ({ request }) =>
            (await settled()).matches('loggedIn') ? redirect(`${HOME_PATH}${queryOf(request)}`) : null,
          element: <LoginPage />,
        },
        {
          // One shell for all screens, so that it stays mounted when the screen changes.
          element: <ShellOrOpen screens={screens} />,
          children: [
            {
              middleware: [guard],
              children: [
                {
                  path: HOME_PATH,
                  loader: ({ request }) => {
                    const { user } = app.session.getSnapshot().context;
                    return redirect(`${firstScreen(screens, user?.permissions ?? [])}${queryOf(request)}`);
                  },
                },
                ...screens
                  .filter(({ isBare, isOpen }) => isBare !== true && isOpen !== true)
                  .map(screenRoute),
                { path: '*', handle: { label: 'kit.notFoundTitle' }, element: <NotFound /> },
              ],
            },
            {
              middleware: [async () => void (await settled())],
              children: screens.filter(({ isOpen }) => isOpen === true).map(screenRoute),
            },
          ],
        },
        {
          middleware: [guard],
          element: (
            <>
              <Outlet />
              <RenewLogin />
            </>
          ),
          children: screens.filter(({ isBare }) => isBare === true).map(screenRoute),
        },
      ],
    },
  ];
}

export function createRouter(app: App, screens: readonly Screen[]) {
  return createBrowserRouter(createRoutes(app, screens));
}
