import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useZonePlaces } from '../../../src/views/shared/zones/useZones.ts';
import { createTestProviders } from '../testProviders.tsx';

test('counts of terminals do not render what needs the zones alone; a new name does', async () => {
  const it = createTestProviders();
  const stop = it.app.start();
  let renders = 0;
  function Names() {
    renders += 1;
    return <output>{useZonePlaces()?.map(({ name }) => name)}</output>;
  }
  render(<Names />, { wrapper: it.Providers });
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  act(() => it.sockets[0]?.open());
  const zone = (name: string, online: number) => ({
    ...{ id: 1, org: 1, code: 'A', parent_id: null, has_password: false, start_wait_s: 0, rev: 1 },
    ...{ name, online, offline: 0, behind_relay: 0, expected: 0 },
  });
  const shows = (name: string, online: number) =>
    waitFor(() => {
      act(() => it.snapshot('partition', [zone(name, online)]));
      expect(screen.getByRole('status').textContent).toBe(name);
    });
  await shows('Hall', 1);
  const before = renders;
  for (let online = 2; online < 6; online++) act(() => it.snapshot('partition', [zone('Hall', online)]));
  await shows('Yard', 9);
  expect(renders).toBe(before + 1);
  stop();
});
