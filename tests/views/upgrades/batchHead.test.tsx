import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Upgrade } from '../../../contract/entities/terminals/upgrade.ts';
import type { StepCounts } from '../../../src/streams/upgrade.ts';
import { BatchHead } from '../../../src/views/terminals/upgrades/BatchHead.tsx';
import { type FakeAnswer, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const batch = (more: Partial<Upgrade> = {}) =>
  ({
    id: 7,
    device_type: 'device',
    upgrade_pack_name: 'Speaker',
    version: '2.0',
    state: 'running',
    paused_by: '',
    creator: 'Anna',
    created_at: 1_700_000_000,
    ended_at: null,
    wave: 1,
    failure_limit: 1,
    ...more,
  }) as Upgrade;

function open() {
  const hangs = new Promise<FakeAnswer>(() => {});
  const it = createTestProviders({
    answer: ({ path }) => {
      if (path === '/v1/upgrade/7/pause') return hangs as unknown as FakeAnswer;
      return path.startsWith('/v1/upgrade/7/') ? ok() : null;
    },
  });
  const head = (one: Upgrade, counts: StepCounts) => (
    <MemoryRouter>
      <BatchHead batch={one} counts={counts} waves={[]} />
    </MemoryRouter>
  );
  const view = render(head(batch(), { waiting: 3 }), { wrapper: it.Providers });
  const show = (one: Upgrade, counts: StepCounts = { waiting: 3 }) => view.rerender(head(one, counts));
  const button = (name: RegExp) => screen.getByRole('button', { name });
  const press = (name: RegExp) => act(async () => void fireEvent.click(button(name)));
  const isOff = (name: RegExp) => button(name).getAttribute('aria-disabled') === 'true';
  const posted = () =>
    it.calls.filter(({ path }) => path.startsWith('/v1/upgrade/7/')).map(({ path }) => path);
  return { show, button, press, isOff, posted };
}

test('a batch shows what its machine allows; the answer alone does not move it, the live row does', async () => {
  const { show, button, press, isOff, posted } = open();
  expect([isOff(/Pause/), isOff(/Cancel/)]).toEqual([false, false]);
  await press(/Pause/);
  // The pause hangs: the state is as before, and the cancellation can be sent.
  expect(screen.queryByTestId('upgrade-why')).toBeNull();
  expect(isOff(/Cancel/)).toBe(false);
  await press(/Cancel/);
  await waitFor(() => expect(posted()).toEqual(['/v1/upgrade/7/pause', '/v1/upgrade/7/cancel']));
  show(batch({ state: 'paused', paused_by: 'Berta' }));
  await waitFor(() => expect(button(/Resume/)).toBeTruthy());
  expect(screen.getByTestId('upgrade-why').textContent).toContain('Berta');
  show(batch({ state: 'ended' }), { reboot_successful: 3 });
  await waitFor(() => expect([isOff(/Pause/), isOff(/Cancel/)]).toEqual([true, true]));
});
