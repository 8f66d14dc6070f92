import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { firstScreen } from '../../../src/views/router.tsx';
import { failed, ok } from '../../support/fakeServer.ts';
import { media } from '../setup.ts';
import { all, open, screenOf, table } from './openConsole.tsx';

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
    // A login by the address leads here, and keeps the rest of its query.
    for (const path of ['/', '/login', '/index.html']) {
      const kept = open(`${path}?state=offline`, { permissions: all });
      await waitFor(() => expect(kept.at()).toBe('/menu_device_management?state=offline'));
      kept.stop();
    }
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
    await screen.findByRole('heading', { name: 'Page not found', level: 1 });
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
    await screen.findByText('This screen failed');
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
    await screen.findByText(/Too many attempts. Try again in (30|29) s/);
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
