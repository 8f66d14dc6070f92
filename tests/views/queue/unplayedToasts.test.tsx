import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import { UnplayedToasts } from '../../../src/views/shell/UnplayedToasts.tsx';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const row = (id: number, over: Partial<UnplayedStartLive> = {}): UnplayedStartLive => ({
  ...{ id, org: [1], name: `Page ${id}`, account_id: 1, at: Date.now() - id },
  reason: { key: 'broadcast.waitExpired', params: { seconds: 60 } },
  ...over,
});

test('own notices stay with their reason until they are dismissed; those of other accounts are not shown', async () => {
  const answer = ({ path }: { path: string }) => (path.startsWith('/v1/unplayed_start/') ? ok(null) : null);
  const it = createTestProviders({ permissions: ['list_task'], answer });
  const stop = it.app.start();
  render(<UnplayedToasts />, { wrapper: it.Providers });
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  act(() => it.sockets[0]?.open());
  const subscribed = () =>
    it.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'unplayed_start');
  await waitFor(() => expect(subscribed()).toBe(true));
  act(() => it.snapshot('unplayed_start', [row(1), row(2, { account_id: 7 })]));
  await waitFor(() => expect(screen.getAllByTestId('unplayed-start')).toHaveLength(1));
  expect(screen.getByTestId('unplayed-start').textContent).toMatch(
    /Not played \(.+\): Page 1. Its terminals were not free within 60 s/,
  );
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close: Page 1' })));
  expect(it.calls.map(({ path }) => path)).toContain('/v1/unplayed_start/1/dismiss');
  stop();
});

test('an account that may neither page nor see tasks has no notices', () => {
  const it = createTestProviders({ permissions: [] });
  const view = render(<UnplayedToasts />, { wrapper: it.Providers });
  expect(view.container.textContent).toBe('');
});
