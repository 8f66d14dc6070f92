import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { playStatus } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import { ApiError } from '../../../src/api/error.ts';
import { alarmStateOf, playedState } from '../../../src/views/shell/unsent/unsentState.ts';
import { ok } from '../../support/fakeServer.ts';
import { all, open } from './openConsole.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const lost = () => Promise.reject(new ApiError({ code: 0, message: 'lost', network: true }));
const bell = {
  ...{ id: 7, org: [1], name: 'Bell', task_type: 1, priority: 50, state: 'playing', started_by: '' },
  ...{ item_name: 'bell.mp3', item_count: 1, sounding: 3, targets: 4, weight: 1, started_at: 1 },
};

it('an action without an answer is asked again with the present state, and never sent by itself', async () => {
  const rights = [...all, 'menu_real_time_task', 'operate_real_time_task'] as const;
  const console = open('/profile', {
    permissions: rights,
    answer: (call) => (call.path.startsWith('/v1/task/') ? ok({}) : null),
  });
  await screen.findByText('this is profile, fresh');
  const { outbox } = console.app;
  await act(() => outbox.attempt({ on: 'task', id: 7, action: 'stop' }, 'Bell', lost).catch(() => {}));
  // Without a link nothing is known about the present state.
  const row = await screen.findByTestId('unsent-action');
  expect(row.textContent).toContain('Stop “Bell”: no answer at');
  expect(row.textContent).toContain('Asked again when the link is back');
  expect(within(row).queryByRole('button', { name: 'Stop' })).toBeNull();

  await waitFor(() => expect(console.sockets).toHaveLength(1));
  act(() => console.sockets[0]?.open());
  await waitFor(() =>
    expect(console.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'task')).toBe(true),
  );
  act(() => console.snapshot('task', [bell]));
  await waitFor(() => expect(screen.getByTestId('unsent-action').textContent).toContain('Now: Playing'));
  expect(console.calls.some(({ path }) => path === '/v1/task/7/stop')).toBe(false);
  const again = within(screen.getByTestId('unsent-action')).getByRole('button', { name: 'Stop' });
  await act(async () => void fireEvent.click(again));
  expect(console.calls.filter(({ path }) => path === '/v1/task/7/stop')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByTestId('unsent')).toBeNull());

  // It has ended meanwhile: nothing is left to stop.
  await act(() => outbox.attempt({ on: 'task', id: 7, action: 'stop' }, 'Bell', lost).catch(() => {}));
  act(() => console.snapshot('task', []));
  await waitFor(() => expect(screen.getByTestId('unsent-action').textContent).toContain('Now: Ended'));
  expect(within(screen.getByTestId('unsent-action')).queryByRole('button', { name: 'Stop' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Discard: Stop “Bell”' }));
  await waitFor(() => expect(screen.queryByTestId('unsent')).toBeNull());
  console.stop();
});

it('an acknowledgement that waits for the link is counted until it is sent', async () => {
  const console = open('/profile', { permissions: all });
  await screen.findByText('this is profile, fresh');
  const answers = [lost, () => Promise.resolve(null)];
  void act(() => void console.app.outbox.acknowledge('alarm 3', () => (answers.shift() ?? lost)()));
  expect((await screen.findByTestId('unsent-waiting')).textContent).toContain('1 acknowledgement');
  await waitFor(() => expect(console.sockets).toHaveLength(1));
  act(() => console.sockets[0]?.open());
  act(() => console.snapshot('site', []));
  await waitFor(() => expect(screen.queryByTestId('unsent-waiting')).toBeNull());
  console.stop();
});

it('an action is offered again only in a state that allows it', () => {
  expect(playedState('paused', { status: 'paused', play: playStatus.pause }).isPossible).toBe(false);
  expect(playedState('resume', { status: 'paused', play: playStatus.pause }).isPossible).toBe(true);
  expect(playedState('stop', undefined)).toEqual({ status: null, isPossible: false });
  const alarm = {
    ...{ id: 4, plan_id: 2, state: 'alarming', silenced: false, device_id: null, device_online: true },
    ...{ active_inputs: [], acknowledged_at: null, steps: 0, step: 0 },
  } as unknown as AlarmLive;
  const silence = { on: 'alarm', plan: 2, alarm: 4, action: 'silence' } as const;
  expect(alarmStateOf(silence, alarm)).toEqual({ status: 'in_alarm', isPossible: true });
  // A later alarm of the plan is not the one that was meant.
  expect(alarmStateOf({ ...silence, alarm: 3 }, alarm)).toEqual({ status: null, isPossible: false });
});
