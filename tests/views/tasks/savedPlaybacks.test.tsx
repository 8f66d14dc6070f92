import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScheduledTaskLive } from '../../../contract/entities/tasks/scheduledTask.ts';
import { useRuns } from '../../../src/views/tasks/schedule/useRuns.ts';
import { type FakeAnswer, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const row = (more: Partial<ScheduledTaskLive> = {}) =>
  ({ id: 1, name: 'Bell', task_type: 0, state: null, play_status: 0, ...more }) as ScheduledTaskLive;

async function runs(
  of: 'scheduled_task' | 'capturer_task',
  answer: (path: string) => FakeAnswer | Promise<FakeAnswer>,
) {
  const it = createTestProviders({
    answer: (call) => (call.path.startsWith(`/v1/${of}/`) ? (answer(call.path) as FakeAnswer) : null),
  });
  const stop = it.app.start();
  const { result } = renderHook(() => useRuns(of), { wrapper: it.Providers });
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  act(() => it.sockets[0]?.open());
  await waitFor(() =>
    expect(it.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === of)).toBe(true),
  );
  const show = (...rows: ScheduledTaskLive[]) => act(() => it.snapshot(of, rows));
  const posted = () => it.calls.filter(({ path }) => path.startsWith(`/v1/${of}/`)).map(({ path }) => path);
  return { result, show, posted, stop };
}

test.each(['scheduled_task', 'capturer_task'] as const)(
  'a %s whose start has no answer can be stopped, and keeps its buttons in their places',
  async (of) => {
    const hangs = new Promise<FakeAnswer>(() => {});
    const it = await runs(of, (path) => (path.endsWith('/start') ? hangs : ok()));
    it.show(row());
    const now = () => it.result.current.playbacks.of(1);
    expect(it.result.current.able([row()], 'start')).toHaveLength(1);
    expect(it.result.current.able([row()], 'stop')).toEqual([]);
    act(() => void it.result.current.act(1, 'start'));
    expect(now()).toMatchObject({
      busy: true,
      can: { playing: false, paused: false, stop: true },
      has: { playing: true, paused: false, stop: true },
    });
    await act(() => it.result.current.act(1, 'stop'));
    expect(it.posted()).toEqual([`/v1/${of}/1/start`, `/v1/${of}/1/stop`]);
    it.stop();
  },
);

test('a stop of many goes in one call; one whose start has no answer is stopped by its machine', async () => {
  const hangs = new Promise<FakeAnswer>(() => {});
  const it = await runs('scheduled_task', (path) => (path.endsWith('/start') ? hangs : ok()));
  const rows = [
    row(),
    row({ id: 2, state: 'playing', play_status: 2 }),
    row({ id: 3, state: 'paused', play_status: 1 }),
  ];
  it.show(...rows, row({ id: 4 }));
  act(() => void it.result.current.act(1, 'start'));
  const batches: number[][] = [];
  const batch = async (_: string, __: string, items: readonly { id: number }[]) =>
    void batches.push(items.map(({ id }) => id));
  await act(() => it.result.current.run(batch, 'Stop', [...rows, row({ id: 4 })], 'stop'));
  expect(batches).toEqual([[2, 3]]);
  expect(it.posted()).toEqual(['/v1/scheduled_task/1/start', '/v1/scheduled_task/1/stop']);
  it.stop();
});
