import { InfoRegular } from '@fluentui/react-icons';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { listenForLostChunks } from '../../src/views/app/lostChunks.ts';
import type { Screen } from '../../src/views/app/screen.ts';
import { createRoutes } from '../../src/views/router.tsx';
import { createTestProviders } from './testProviders.tsx';

it('a page chunk that fails to load: the target is remembered and the page reloads once', async () => {
  const ok = async () => ({ Component: () => <p>home</p> });
  const lost = async () => {
    // The request takes time; then Vite reports the failure before the import rejects.
    await new Promise((resolve) => setTimeout(resolve));
    window.dispatchEvent(new Event('vite:preloadError'));
    throw new Error('chunk lost');
  };
  const screenOf = (path: string, view: Screen['view']): Screen => ({
    path,
    codes: [],
    menu: 'none',
    icon: InfoRegular,
    view,
  });
  const chunks = ['menu_plan', 'menu_radio_management', 'menu_io_manager'];
  const screens = [screenOf('menu_home_page', ok), ...chunks.map((path) => screenOf(path, lost))];
  let reloads = 0;
  let ahead = false;
  const it = createTestProviders({
    screens,
    reload: () => {
      reloads += 1;
    },
  });
  const router = createMemoryRouter(createRoutes(it.app, screens), { initialEntries: ['/menu_home_page'] });
  const notices: unknown[] = [];
  it.app.notices$.subscribe((notice) => notices.push(notice.key));
  const stopListening = listenForLostChunks(window, router, it.app, { isLoading: () => ahead });
  const stop = it.app.start();
  render(
    <it.Providers>
      <RouterProvider router={router} />
    </it.Providers>,
  );
  await screen.findByText('home');
  // A part that is loaded ahead is tried again without a reload.
  ahead = true;
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(reloads).toBe(0);
  ahead = false;
  await act(() => router.navigate('/menu_plan?q=1'));
  expect(reloads).toBe(1);
  expect(it.app.routes.take()).toBe('/menu_plan?q=1');
  // After one reload a second failure is shown instead of reloading for ever.
  await act(() => router.navigate('/menu_radio_management'));
  expect(reloads).toBe(1);
  expect(notices).toEqual(['common.interfaceFailed']);
  // Once a page was shown the next failure may reload again.
  await act(() => router.navigate('/menu_home_page'));
  await waitFor(() => expect(screen.getByText('home')).toBeTruthy());
  await act(() => router.navigate('/menu_io_manager'));
  expect(reloads).toBe(2);
  stopListening();
  stop();
});
