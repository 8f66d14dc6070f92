import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { QueuedStartLive } from '../../../contract/entities/tasks/queuedStart.ts';
import { QueuedStarts } from '../../../src/views/tasks/live/QueuedStarts.tsx';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const row = (id: number, over: Partial<QueuedStartLive> = {}): QueuedStartLive => ({
  ...{ id, org: [1], name: `Page ${id}`, task_type: 1, audio_source: 0, priority: 50, weight: 20_050 },
  ...{ started_by: 'Anna', account_id: 1, since_at: Date.now(), until_at: Date.now() + 60_000, position: id },
  ...{ targets: 3, waits_for: [{ task_id: 9, name: 'Bell', terminals: 2, ends_at: null }] },
  ...{ attempt: 1, attempts: 1, retry_at: null, scheduled_task: null },
  ...over,
});

async function show(rows: readonly QueuedStartLive[], permissions: readonly PermissionKey[]) {
  const answer = ({ path }: { path: string }) => (path.startsWith('/v1/queued_start/') ? ok(null) : null);
  const it = createTestProviders({ permissions, answer });
  const stop = it.app.start();
  await act(async () => void render(<QueuedStarts rows={rows} />, { wrapper: it.Providers }));
  return { it, stop };
}

test('the queue is in its order, each entry with what it waits for, and is cancelled by its owner', async () => {
  const { it, stop } = await show([row(2), row(1)], ['list_task']);
  const items = screen.getAllByTestId('queued-start');
  expect(items.map((one) => one.textContent?.includes('Page 1'))).toEqual([true, false]);
  expect(items[0]?.textContent).toContain('Bell');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Page 2/ })));
  expect(it.calls.map(({ path }) => path)).toContain('/v1/queued_start/2/cancel');
  stop();
});

test('an entry of another account needs the right to stop broadcasts', async () => {
  const { it, stop } = await show([row(1, { account_id: 7 })], ['list_task']);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Page 1/ })));
  expect(it.calls.map(({ path }) => path)).not.toContain('/v1/queued_start/1/cancel');
  stop();
});

test('a run that asks again says which attempt it is, and when the next one is', async () => {
  const again = { attempt: 2, attempts: 3, retry_at: Date.now() + 30_000, account_id: null, started_by: '' };
  const { stop } = await show([row(1, { ...again, scheduled_task: 7, waits_for: [] })], ['list_task']);
  const item = screen.getByTestId('queued-start');
  expect(item.textContent).toContain('attempt 2 of 3');
  expect(item.textContent).toMatch(/asks again in \d+ s/);
  expect(item.textContent).toContain('Its terminals are free now');
  stop();
});
