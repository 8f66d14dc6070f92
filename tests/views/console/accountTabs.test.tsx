import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SiteLive } from '../../../contract/entities/site/systemConfig.ts';
import { ok } from '../../support/fakeServer.ts';
import { liveAlarm } from '../alarms/liveAlarm.ts';
import { media } from '../setup.ts';
import { profileOf } from '../testProviders.tsx';
import { all, open } from './openConsole.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  media.wide = true;
});

const tabNames = () =>
  within(screen.getByRole('navigation', { name: 'Open screens' }))
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('tabs of an account', () => {
  it('another account does not get the tabs of the first, who finds them again', async () => {
    const devices = '/menu_device_management?q=secret';
    const anna = open(devices, { permissions: all });
    await screen.findByText('this is menu_device_management, fresh');
    await act(() => anna.router.navigate('/menu_file_management'));
    await waitFor(() => expect(tabNames()).toEqual(['Home', 'Devices', 'Music files']));
    anna.stop();
    cleanup();
    const berta = open('/menu_client_management', { permissions: all, account: { id: 2, code: 'berta' } });
    await screen.findByText('this is menu_client_management, fresh');
    await waitFor(() => expect(tabNames()).toEqual(['Home', 'Zones']));
    berta.stop();
    cleanup();
    const again = open('/menu_file_management', { permissions: all });
    await screen.findByText('this is menu_file_management, fresh');
    await waitFor(() => expect(tabNames()).toEqual(['Home', 'Devices', 'Music files']));
    again.stop();
  });

  it('another account that logs in over the view of an alarm has tabs of its own', async () => {
    const berta = { ...profileOf(all), id: 2, code: 'berta' };
    const it = open('/menu_device_management', {
      permissions: all,
      answer: ({ path }) => (path === '/v1/login' ? ok({ ...berta, token: 'new', role: 'operator' }) : null),
    });
    await screen.findByText('this is menu_device_management, fresh');
    await act(() => it.router.navigate('/menu_file_management'));
    await waitFor(() => expect(tabNames()).toEqual(['Home', 'Devices', 'Music files']));
    await waitFor(() => expect(it.sockets).toHaveLength(1));
    act(() => it.sockets[0]?.open());
    await waitFor(() => expect(it.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'alarm')));
    act(() => it.snapshot('alarm', [liveAlarm()]));
    await screen.findByTestId('alarm-strip');
    act(() => it.app.root.send({ type: 'session.ended', code: 401 }));
    await screen.findByTestId('renew-login');
    const credentials = { username: 'berta', password: 'p' };
    act(() => it.app.root.send({ type: 'session.login', credentials }));
    await waitFor(() => expect(tabNames()).toEqual(['Home', 'Music files']));
    expect(it.at()).toBe('/menu_file_management');
    it.stop();
  });

  it('the home tab is there only with its right, also when that is withdrawn', async () => {
    const rights = ['menu_device_management', 'menu_file'] as const;
    const it = open('/menu_device_management', { permissions: rights });
    await screen.findByText('this is menu_device_management, fresh');
    await waitFor(() => expect(tabNames()).toEqual(['Devices']));
    it.stop();
    cleanup();
    sessionStorage.clear();
    let permissions: string[] = [...all];
    const other = open('/menu_file_management', {
      permissions: all,
      answer: (call) =>
        call.path === '/v1/profile'
          ? ok({ ...other.app.session.getSnapshot().context.user, permissions })
          : null,
    });
    await screen.findByText('this is menu_file_management, fresh');
    await waitFor(() => expect(tabNames()).toEqual(['Home', 'Music files']));
    permissions = ['menu_file'];
    act(() => other.app.session.send({ type: 'session.refresh' }));
    await waitFor(() => expect(tabNames()).toEqual(['Music files']));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close Music files' })));
    await waitFor(() => expect(other.at()).toBe('/menu_file_management'));
    other.stop();
  });
});

describe('password rule', () => {
  const site = (password_strength: boolean): SiteLive => ({
    id: 1,
    org: null,
    snapshot_at: null,
    url_login: true,
    password_strength,
    idle_minutes: 0,
    enterprise_code: '',
    cloud_control: true,
    http_backend: '',
    titles: { cn: '', en: '', kr: '' },
    images: {} as SiteLive['images'],
  });

  it('a changed rule reaches an open console, also a form that is open', async () => {
    const it = open('/profile', { permissions: all });
    await screen.findByText('this is profile, fresh');
    const look = it.app.streams.site.rows$.subscribe(it.services.look.take);
    await waitFor(() => expect(it.sockets).toHaveLength(1));
    act(() => it.sockets[0]?.open());
    await waitFor(() => expect(it.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'site')));
    act(() => it.snapshot('site', [site(false)]));
    fireEvent.click(screen.getByRole('button', { name: /Anna/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/, two of/);
    const [, password, confirm] = ['old', 'weakweak1', 'weakweak1'].map((value, at) => {
      const field = dialog.getAllByLabelText(/password/, { selector: 'input' })[at] as HTMLInputElement;
      fireEvent.change(field, { target: { value } });
      return field;
    });
    act(() => it.snapshot('site', [site(true)]));
    await dialog.findByText(/, three of/);
    expect([password?.value, confirm?.value]).toEqual(['weakweak1', 'weakweak1']);
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Save', hidden: true })));
    await dialog.findByText(/^Weak password/);
    expect(it.calls.some((call) => call.path === '/v1/profile/password')).toBe(false);
    look.unsubscribe();
    it.stop();
  });
});
