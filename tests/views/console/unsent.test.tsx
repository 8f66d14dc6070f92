import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import { ApiError } from '../../../src/api/error.ts';
import { alarmState } from '../../../src/views/shell/unsent/presentState.ts';
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
  const stop = { method: 'post', path: '/v1/task/7/stop', body: {} };
  act(() => outbox.lost(stop, 'k', 0));
  // Without a link nothing is known about the present state.
  const row = await screen.findByTestId('unsent-action');
  expect(row.textContent).toContain('Stop: no answer at');
  expect(row.textContent).toContain('Asked again when the link is back');
  expect(within(row).queryByRole('button', { name: /Send again/ })).toBeNull();

  await waitFor(() => expect(console.sockets).toHaveLength(1));
  act(() => console.sockets[0]?.open());
  await waitFor(() =>
    expect(console.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'task')).toBe(true),
  );
  act(() => console.snapshot('task', [bell]));
  await waitFor(() => expect(screen.getByTestId('unsent-action').textContent).toContain('Now: Playing'));
  expect(screen.getByTestId('unsent-action').textContent).toContain('Stop “Bell”');
  expect(console.calls.some(({ path }) => path === '/v1/task/7/stop')).toBe(false);
  const again = within(screen.getByTestId('unsent-action')).getByRole('button', {
    name: 'Send again: Stop “Bell”',
  });
  await act(async () => void fireEvent.click(again));
  expect(console.calls.filter(({ path }) => path === '/v1/task/7/stop')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByTestId('unsent')).toBeNull());

  // It has ended meanwhile: nothing is left to stop.
  act(() => outbox.lost({ ...stop }, 'k', 0));
  act(() => console.snapshot('task', []));
  await waitFor(() => expect(screen.getByTestId('unsent-action').textContent).toContain('Now: Ended'));
  expect(
    within(screen.getByTestId('unsent-action')).queryByRole('button', { name: /Send again/ }),
  ).toBeNull();
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

it('an alarm that began later is not the one that an action meant', () => {
  const alarm = {
    ...{ id: 4, plan_id: 2, state: 'alarming', silenced: false, device_id: null, device_online: true },
    ...{ active_inputs: [], acknowledged_at: null, steps: 0, step: 0 },
  } as unknown as AlarmLive;
  const silence = { on: 'alarm', plan: 2, alarm: 4, action: 'silence' } as const;
  expect(alarmState(silence, alarm)).toEqual({ key: 'status.in_alarm', isPossible: true });
  expect(alarmState({ ...silence, alarm: 3 }, alarm)).toEqual({ key: 'task.ended', isPossible: false });
});

it('a start sent again says what came of it, and that it had been carried out before', async () => {
  const rights = [...all, 'menu_real_time_task', 'operate_real_time_task'] as const;
  const started = { id: 9, waits: false, left_out: [], left_out_count: 0 };
  const console = open('/profile', {
    permissions: rights,
    answer: (call) =>
      call.path === '/v1/task' && call.method === 'post'
        ? { ...ok(started), headers: { 'idempotent-replayed': 'true' } }
        : null,
  });
  const told: unknown[] = [];
  console.app.notices$.subscribe(({ key }) => told.push(key));
  await screen.findByText('this is profile, fresh');
  await waitFor(() => expect(console.sockets).toHaveLength(1));
  act(() => console.sockets[0]?.open());
  act(() =>
    console.app.outbox.lost({ method: 'post', path: '/v1/task', body: { name: 'Lunch' } }, 'first', 0),
  );
  await waitFor(() =>
    expect(console.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'task')).toBe(true),
  );
  act(() => console.snapshot('task', [bell]));
  await waitFor(() =>
    expect(screen.getByTestId('unsent-action').textContent).toContain('Now: Not on the air'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send again: Start “Lunch”' }));
  await waitFor(() => expect(screen.queryByTestId('unsent')).toBeNull());
  const sent = console.calls.find(({ path, method }) => path === '/v1/task' && method === 'post');
  expect(sent?.headers['idempotency-key']).toBe('first');
  expect(told).toEqual(['repeat.doneBefore']);
  console.stop();
});
