import { InfoRegular } from '@fluentui/react-icons';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BroadcastLive } from '../../contract/entities/tasks/broadcast.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import type { Screen } from '../../src/views/app/screen.ts';
import { useStale } from '../../src/views/app/useStaleReason.ts';
import { createRoutes, firstScreen } from '../../src/views/router.tsx';
import { failed, ok } from '../support/fakeServer.ts';
import { media } from './setup.ts';
import { createTestProviders, type TestOptions } from './testProviders.tsx';

/** A screen that shows its name and whether its data is stale. */
const screenOf = (path: string, more: Partial<Screen>, view?: Screen['view']): Screen => ({
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

const table: Screen[] = [
  screenOf('menu_home_page', { codes: ['menu_home_page'] }),
  screenOf('menu_client_management', { codes: ['menu_client_management', 'menu_client'], menu: 'top' }),
  screenOf('menu_device_management', { codes: ['menu_device_management'], menu: 'terminal_status' }),
  screenOf('menu_file_management', { codes: ['menu_file'], menu: 'media' }),
  screenOf('menu_user_management', { codes: ['menu_user'], menu: 'system' }),
  screenOf('profile', {}),
];

function open(path: string, wishes: TestOptions = {}) {
  const it = createTestProviders({ screens: table, path, ...wishes });
  const router = createMemoryRouter(createRoutes(it.app, wishes.screens ?? table), {
    initialEntries: [path],
  });
  it.app.navigations$.subscribe((to) => void router.navigate(to, { replace: true }));
  const stop = it.app.start();
  render(
    <it.Ground>
      <RouterProvider router={router} />
    </it.Ground>,
  );
  const at = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...it, router, at, stop };
}

const all = ['menu_home_page', 'menu_device_management', 'menu_file', 'menu_client'] as const;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  media.wide = true;
});

describe('navigation rules', () => {
  it('/ and /index.html lead to the login page without a login', async () => {
    for (const path of ['/', '/index.html']) {
      const { at, stop } = open(path, { permissions: null });
      await waitFor(() => expect(at()).toBe('/login'));
      stop();
    }
  });

  it('any other path leads to /login, and after the login back to the target', async () => {
    const it = open('/menu_file_management?q=bell', { permissions: null });
    fireEvent.change(await screen.findByLabelText('Account'), { target: { value: 'anna' } });
    expect(it.at()).toBe('/login');
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Log in' })));
    await screen.findByText('this is menu_file_management, fresh');
    expect(it.at()).toBe('/menu_file_management?q=bell');
    expect(it.calls.find((call) => call.path === '/v1/login')?.body).toEqual({
      username: 'anna',
      password: 'secret',
    });
    it.stop();
  });

  it('/index.html leads to the devices; without that right, to the first permitted screen', async () => {
    const first = open('/index.html', { permissions: all });
    await waitFor(() => expect(first.at()).toBe('/menu_device_management'));
    first.stop();
    expect(firstScreen(table, ['menu_file'])).toBe('/menu_file_management');
    expect(firstScreen(table, ['menu_client', 'menu_file'])).toBe('/menu_client_management');
    expect(firstScreen(table, ['menu_home_page'])).toBe('/menu_home_page');
    expect(firstScreen(table, [])).toBe('/profile');
  });

  it('a path without the right shows a page that names it; its view is not rendered', async () => {
    const it = open('/menu_user_management', { permissions: all });
    await screen.findByText('No permission to open “Accounts”');
    expect(screen.getByText(/Account anna has the role Operator, which lacks menu_user/)).toBeTruthy();
    expect(screen.queryByText(/this is menu_user/)).toBeNull();
    it.stop();
  });

  it('revoking a right closes the screen at once', async () => {
    let permissions: string[] = [...all];
    const it = open('/menu_file_management', {
      permissions: all,
      answer: (call) =>
        call.path === '/v1/profile'
          ? ok({ ...it.app.session.getSnapshot().context.user, permissions })
          : null,
    });
    await screen.findByText('this is menu_file_management, fresh');
    permissions = ['menu_home_page'];
    act(() => it.app.session.send({ type: 'session.refresh' }));
    await screen.findByText('No permission to open “Music files”');
    expect(screen.queryByRole('button', { name: 'Media' })).toBeNull();
    it.stop();
  });

  it('401 leads to the root path, which is the login page', async () => {
    const it = open('/menu_file_management', {
      permissions: all,
      answer: (call) => (call.path === '/v1/file' ? failed(401) : null),
    });
    await screen.findByText('this is menu_file_management, fresh');
    await act(() => it.app.api.get('/v1/file').catch(() => {}));
    await waitFor(() => expect(it.at()).toBe('/login'));
    it.stop();
  });

  it('an unknown path shows an error page inside the shell', async () => {
    const it = open('/menu_nonsense', { permissions: all });
    await screen.findByRole('heading', { name: 'There is no such page', level: 1 });
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeTruthy();
    it.stop();
  });

  it('a screen that throws leaves the rest of the console working', async () => {
    const broken = screenOf('menu_file_management', { codes: ['menu_file'], menu: 'media' }, async () => ({
      Component: () => {
        throw new Error('boom');
      },
    }));
    const it = open('/menu_file_management', { permissions: all, screens: [broken, ...table.slice(0, 1)] });
    await screen.findByText('This screen broke');
    expect(screen.getByText(/boom/)).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeTruthy();
    it.stop();
  });
});

describe('login page', () => {
  async function fill(username: string, password: string) {
    fireEvent.change(await screen.findByLabelText('Account'), { target: { value: username } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Log in' })));
  }

  it('account and password must not be empty', async () => {
    const it = open('/login', { permissions: null });
    await fill('', '');
    await screen.findByText('User account cannot be empty');
    expect(screen.getByText('Password cannot be empty')).toBeTruthy();
    expect(it.calls.some((call) => call.path === '/v1/login')).toBe(false);
    it.stop();
  });

  it("shows the server's refusal at the password and keeps the account", async () => {
    const it = open('/login', {
      permissions: null,
      answer: (call) => (call.path === '/v1/login' ? failed(400, 'Wrong login information') : null),
    });
    await fill('anna', 'wrong');
    await screen.findByText('Wrong login information');
    expect((screen.getByLabelText('Account') as HTMLInputElement).value).toBe('anna');
    expect(it.at()).toBe('/login');
    it.stop();
  });

  it('after too many attempts it counts down Retry-After and disables the button', async () => {
    const refused = { status: 429, body: { code: 429, message: 'slow', value: { retryAfter: 30 } } };
    const it = open('/login', {
      permissions: null,
      answer: (call) => (call.path === '/v1/login' ? refused : null),
    });
    await fill('anna', 'wrong');
    await screen.findByText(/Too many attempts; try again in (30|29) s/);
    expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(true);
    it.stop();
  });

  it('remembers the account, never the password; shows the password on demand', async () => {
    const it = open('/login', { permissions: null });
    fireEvent.click(await screen.findByLabelText('Remember account'));
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect((screen.getByLabelText('Password') as HTMLInputElement).type).toBe('text');
    await fill('anna', 'secret');
    expect(localStorage.getItem('account')).toBe('anna');
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
    it.stop();
  });
});

describe('loading mask', () => {
  it('covers everything during a call that requested it, for 100 ms at most', async () => {
    const it = open('/login', { permissions: null });
    await screen.findByLabelText('Account');
    expect(screen.queryByTestId('loading-mask')).toBeNull();
    const seen: boolean[] = [];
    const watch = new MutationObserver(() => seen.push(screen.queryByTestId('loading-mask') !== null));
    watch.observe(document.body, { childList: true, subtree: true });
    await act(async () => void it.app.api.call('/v1/anything', {}).catch(() => {}));
    await waitFor(() => expect(seen.at(-1)).toBe(false));
    watch.disconnect();
    expect(seen).toContain(true);
    it.stop();
  });
});

describe('shell', () => {
  const menu = () => screen.getByRole('navigation', { name: 'Main menu' });

  it("the menu shows the screens of the account's permissions", async () => {
    const it = open('/menu_device_management', { permissions: all });
    await screen.findByText('this is menu_device_management, fresh');
    const names = () =>
      within(menu())
        .getAllByRole('link')
        .map((link) => link.textContent);
    expect(names()).toEqual(['Zones', 'Devices']);
    fireEvent.click(within(menu()).getByRole('button', { name: 'Media' }));
    expect(names()).toEqual(['Zones', 'Devices', 'Music files']);
    expect(within(menu()).queryByRole('button', { name: 'System' })).toBeNull();
    it.stop();
  });

  it('the menu is 48 px of icons below 1400 px, unless the user opens it', async () => {
    media.wide = false;
    const it = open('/menu_device_management', { permissions: all });
    await screen.findByText('this is menu_device_management, fresh');
    expect(within(menu()).queryByText('Terminal status')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Expand menu' }));
    expect(within(menu()).getByText('Terminal status')).toBeTruthy();
    it.stop();
  });

  it('tabs: home first, each with its last address; closing one shows the neighbour', async () => {
    const it = open('/menu_device_management?state=offline', { permissions: all });
    await screen.findByText('this is menu_device_management, fresh');
    await act(() => it.router.navigate('/menu_file_management'));
    const tabs = () => within(screen.getByRole('navigation', { name: 'Open screens' }));
    expect(
      tabs()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Home', 'Devices', 'Music files']);
    expect(tabs().getByText('Devices').getAttribute('href')).toBe('/menu_device_management?state=offline');
    await act(async () => void fireEvent.click(tabs().getByRole('button', { name: 'Close Music files' })));
    await waitFor(() => expect(it.at()).toBe('/menu_device_management?state=offline'));
    await act(async () => void fireEvent.click(tabs().getByRole('button', { name: 'Close Home' })));
    expect(tabs().getAllByRole('link')).toHaveLength(1);
    it.stop();
  });

  it('Ctrl K opens a permitted screen by a part of its name', async () => {
    const it = open('/menu_device_management', { permissions: all });
    await screen.findByText('this is menu_device_management, fresh');
    // The listener is attached a moment after rendering.
    const input = await waitFor(() => {
      fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
      return screen.getByRole('combobox', { name: 'Jump to' });
    });
    expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(5);
    fireEvent.change(input, { target: { value: 'media mus' } });
    expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1);
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
    await screen.findByText('this is menu_file_management, fresh');
    it.stop();
  });

  const task = { id: 7, org: [1], name: 'Bell', task_type: 1, priority: 50, state: 'playing' };
  const live = { ...task, item_name: 'bell.mp3', sounding: 3, targets: 4, weight: 1, started_at: 1 };
  const connect = async (it: ReturnType<typeof open>) => {
    await waitFor(() => expect(it.sockets).toHaveLength(1));
    act(() => it.sockets[0]?.open());
    await waitFor(() => expect(it.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'task')));
  };

  it('the on-air chip opens the running broadcasts, with stop and stop-all', async () => {
    const rights = [...all, 'menu_real_time_task', 'operate_real_time_task'] as const;
    const it = open('/profile', {
      permissions: rights,
      answer: (call) => (call.path.startsWith('/v1/task/') ? ok({ results: [], starts: 0 }) : null),
    });
    await screen.findByText('this is profile, fresh');
    await connect(it);
    act(() => it.snapshot('task', [live] as unknown as BroadcastLive[]));
    fireEvent.click(await screen.findByText(/on the air/));
    await screen.findByText('Bell');
    expect(screen.getByText('3 / 4')).toBeTruthy();
    const press = (name: string) =>
      act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })));
    await press('Stop Bell');
    await press('Stop all');
    const posted = it.calls.filter((call) => call.method === 'post').map((call) => call.path);
    expect(posted).toEqual(expect.arrayContaining(['/v1/task/7/stop', '/v1/task/stop_all']));
    it.stop();
  });

  it('the faults chip shows the number of faults and of new ones, and the acknowledge button', async () => {
    const rights = [...all, 'list_fault', 'operate_fault'] as const;
    const it = open('/profile', {
      permissions: rights,
      answer: (call) => (/fault/.test(call.path) ? ok() : null),
    });
    await screen.findByText('this is profile, fresh');
    await connect(it);
    const fault = {
      id: 3,
      org: 1,
      kind: 'terminal_lost',
      params: { name: 'T1', code: '100' },
      opened_at: 9,
      shelved_until: null,
    };
    act(() => it.snapshot('fault', [{ ...fault, state: 'new' }] as unknown as Fault[]));
    fireEvent.click(await screen.findByText('1 new'));
    await screen.findByText('Terminal lost: T1');
    await act(
      async () => void fireEvent.click(screen.getByRole('button', { name: 'Acknowledge', hidden: true })),
    );
    expect(it.calls.some((call) => call.path === '/v1/fault/3/acknowledge')).toBe(true);
    it.stop();
  });

  it('stale data: a banner after three seconds; after ten also grey values and disabled writes; then live again', async () => {
    const it = open('/profile', { permissions: all });
    await screen.findByText('this is profile, fresh');
    await connect(it);
    act(() => it.sockets[0]?.receive({ type: 'frame', at: Date.now(), updates: [] }));
    await screen.findByText('Live');
    expect(screen.queryByTestId('stale')).toBeNull();
    it.time.now = 3_000;
    const banner = within(await screen.findByTestId('stale'));
    expect(banner.getByRole('alert').textContent).toBe('The data on the screen is not live');
    expect(screen.getByText('this is profile, fresh').closest('[data-stale]')).toBeNull();
    it.time.now = 11_000;
    await screen.findByText('this is profile, stale');
    expect(banner.getByRole('alert').textContent).toContain('changes are held back');
    expect(screen.getByText('this is profile, stale').closest('[data-stale]')).not.toBeNull();
    act(() => it.sockets[0]?.receive({ type: 'frame', at: Date.now() + 11_000, updates: [] }));
    await screen.findByText('this is profile, fresh');
    it.stop();
  });
});
