import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SnapshotBanner } from '../../src/views/shell/SnapshotBanner.tsx';
import { createTestProviders } from './testProviders.tsx';

it('shows the age of the snapshot, without counting figures for screen readers', async () => {
  const it = createTestProviders();
  const { Providers } = it;
  const stop = it.app.start();
  render(
    <Providers>
      <SnapshotBanner />
    </Providers>,
  );
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  act(() => it.sockets[0]?.open());
  await waitFor(() => expect(it.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'site')));
  const publish = (snapshot_at: number | null) =>
    act(() => it.snapshot('site', [{ id: 1, org: null, snapshot_at } as { id: number }]));

  publish(Date.now() - 5 * 60_000);
  const banner = await screen.findByTestId('snapshot');
  expect(banner.textContent).toMatch(/[45] min ago/);
  expect(screen.getByRole('alert').textContent).not.toMatch(/\d/);
  // A landmark, as it stands outside the screen.
  expect(screen.getByRole('region', { name: screen.getByRole('alert').textContent })).toBe(banner);
  publish(null);
  await waitFor(() => expect(screen.queryByTestId('snapshot')).toBeNull());
  stop();
});
