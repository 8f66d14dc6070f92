import { InfoRegular } from '@fluentui/react-icons';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Screen } from '../../../src/views/app/screen.ts';
import { useStale } from '../../../src/views/app/useStaleReason.ts';
import { createRoutes } from '../../../src/views/router.tsx';
import { createTestProviders, type TestOptions } from '../testProviders.tsx';

/** A screen that shows its name and whether its data is stale. */
export const screenOf = (path: string, more: Partial<Screen>, view?: Screen['view']): Screen => ({
  path,
  codes: [],
  menu: 'none',
  icon: InfoRegular,
  view:
    view ??
    (async () => ({
      Component: () => <p>{`this is ${path}, ${useStale() ? 'stale' : 'fresh'}`}</p>,
    })),
  ...more,
});

export const table: Screen[] = [
  screenOf('menu_home_page', { codes: ['menu_home_page'] }),
  screenOf('menu_client_management', { codes: ['menu_client_management', 'menu_client'], menu: 'top' }),
  screenOf('menu_device_management', { codes: ['menu_device_management'], menu: 'terminal_status' }),
  screenOf('menu_file_management', { codes: ['menu_file'], menu: 'media' }),
  screenOf('menu_user_management', { codes: ['menu_user'], menu: 'system' }),
  screenOf('profile', {}),
];

export function open(path: string, options: TestOptions = {}) {
  const it = createTestProviders({ screens: table, path, ...options });
  const router = createMemoryRouter(createRoutes(it.app, options.screens ?? table), {
    initialEntries: [path],
  });
  it.app.navigations$.subscribe((to) => void router.navigate(to, { replace: true }));
  const stop = it.app.start();
  render(
    <it.Providers>
      <RouterProvider router={router} />
    </it.Providers>,
  );
  const at = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...it, router, at, stop };
}

export const all = ['menu_home_page', 'menu_device_management', 'menu_file', 'menu_client'] as const;
