import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { ok } from '../../support/fakeServer.ts';
import { media } from '../setup.ts';
import { all, open } from './openConsole.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  media.wide = true;
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
      return screen.getByRole('combobox', { name: 'Find' });
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
    await screen.findByTestId('stale');
    const announced = screen.getByTestId('announced-urgent');
    expect(announced.textContent).toBe('The data on this screen is not live');
    expect(screen.getByText('this is profile, fresh').closest('[data-stale]')).toBeNull();
    it.time.now = 11_000;
    await screen.findByText('this is profile, stale');
    expect(announced.textContent).toContain('changes are not possible');
    expect(screen.getByText('this is profile, stale').closest('[data-stale]')).not.toBeNull();
    act(() => it.sockets[0]?.receive({ type: 'frame', at: Date.now() + 11_000, updates: [] }));
    await screen.findByText('this is profile, fresh');
    it.stop();
  });
});
