import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import { ZoneDialogs } from '../../../src/views/system/zones/ZoneDialogs.tsx';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const zone = (id: number, name: string, parent_id: number | null = 1) =>
  ({ id, name, code: name, parent_id }) as PartitionLive;
const zones = [zone(1, 'Site', null), zone(2, 'North'), zone(3, 'South')];

test('a dialog stays with the zone for which it was opened when another one is selected meanwhile', async () => {
  const { Providers, calls } = createTestProviders({ answer: () => ok({ id: 4, name: 'Hall' }) });
  const dialogs = (selected: number) => (
    <Providers>
      <ZoneDialogs
        open="create"
        zone={zones[selected] as PartitionLive}
        zones={zones}
        run={(async () => {}) as never}
        onChoose={() => {}}
        onCreated={() => {}}
        onClose={() => {}}
      />
    </Providers>
  );
  const { rerender } = render(dialogs(1));
  rerender(dialogs(2));
  expect(screen.getByRole('heading', { name: /North/ })).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Hall' } });
  fireEvent.change(screen.getByLabelText(/^Code/), { target: { value: 'H' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'post').map(({ body }) => body)).toMatchObject([
      { name: 'Hall', parent_id: 2 },
    ]),
  );
});

test('the wait of its starts is a field of a zone', async () => {
  const row = { ...zone(2, 'North'), start_wait_s: 0, rev: 1 } as PartitionLive;
  const { Providers, calls } = createTestProviders({ answer: () => ok({ ...row, start_wait_s: 8 }) });
  render(
    <Providers>
      <ZoneDialogs
        open="edit"
        zone={row}
        zones={zones}
        run={(async () => {}) as never}
        onChoose={() => {}}
        onCreated={() => {}}
        onClose={() => {}}
      />
    </Providers>,
  );
  fireEvent.change(screen.getByLabelText(/^Longest wait/), { target: { value: '8' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'patch').map(({ body }) => body)).toMatchObject([
      { start_wait_s: 8 },
    ]),
  );
});
