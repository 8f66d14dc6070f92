import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RelayOverview, RelayRow } from '../../../contract/entities/site/relay.ts';
import { Relays } from '../../../src/views/system/relays/Relays.tsx';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const north: RelayRow = {
  ...{ id: 4, name: 'North house', org: 2, fingerprint: '0123456789abcdef0123456789abcdef' },
  ...{ state: 'connected', since: 1_000, seen_at: 1_000, peer_addr: '10.0.0.7', version: '0.1.0' },
  ...{ terminals: 212, clock_error_us: 400, dropped: 0, accounts: [3], offline_days: 7, aside: [] },
};
const none: RelayOverview = { has_https: true, version: '0.1.0', relays: [], refused: [] };
const accounts = [
  { id: 3, code: 'anna', name: 'Anna' },
  { id: 4, code: 'ben', name: 'Ben' },
];
const token = '0123-4567-89ab-cdef-0123-4567-89ab-cdef';
const zone = {
  ...{
    id: 2,
    org: 2,
    name: 'North',
    code: 'north',
    parent_id: null,
    has_password: false,
    start_wait_s: 0,
    rev: 1,
  },
  ...{ online: 0, offline: 0, behind_relay: 0, expected: 0 },
};

function show(overview: RelayOverview) {
  const it = createTestProviders({
    answer: ({ path, method }) => {
      if (path === '/v1/relay/token') return ok({ token, until: 900 });
      if (path === '/v1/relay') return ok(overview);
      if (path === '/v1/user') return ok({ rows: accounts, total: 2 });
      return method === 'delete' || method === 'put' ? ok(none) : null;
    },
  });
  it.app.start();
  render(<Relays />, { wrapper: it.Providers });
  return it;
}

test('a relay is shown with its terminals and its clock; withdrawing it asks first', async () => {
  const { calls } = show({
    ...none,
    relays: [north, { ...north, id: 5, name: 'South house', state: 'lost', version: '0.0.9' }],
  });
  const row = await screen.findByRole('row', { name: /^North house/ });
  expect(within(row).getByText('212')).toBeTruthy();
  expect(within(row).getByText('± 0.4 ms')).toBeTruthy();
  expect(within(row).getByText('0.1.0')).toBeTruthy();
  const lost = within(screen.getByRole('row', { name: /^South house/ }));
  expect(lost.getByText('Not connected')).toBeTruthy();
  expect(lost.getByText('0.0.9 (server: 0.1.0)')).toBeTruthy();
  fireEvent.click(within(row).getByRole('button', { name: 'Withdraw' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/lose their connection/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('No relays');
  expect(calls.some(({ method, path }) => method === 'delete' && path === '/v1/relay/4')).toBe(true);
});

test('lines that the server refused are listed until a person clears them', async () => {
  const aside = [{ at: 1_000, of: 'alarm 12', reason: 'alarm 12 is not of this relay' }];
  const { calls } = show({ ...none, relays: [{ ...north, aside }] });
  const table = await screen.findByRole('table', { name: 'Refused by the server: lines of North house' });
  expect(within(table).getByText('Alarm 12')).toBeTruthy();
  expect(within(table).getByText('alarm 12 is not of this relay')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('No relays');
  expect(calls.some(({ method, path }) => method === 'delete' && path === '/v1/relay/4/aside')).toBe(true);
});

test('accounts for the emergency console of a relay are chosen', async () => {
  const { calls } = show({ ...none, relays: [north] });
  fireEvent.click(await screen.findByRole('button', { name: 'Emergency console' }));
  const dialog = await screen.findByRole('dialog');
  const anna = await within(dialog).findByRole('checkbox', { name: 'Anna (anna)' });
  expect((anna as HTMLInputElement).checked).toBe(true);
  fireEvent.click(anna);
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Ben (ben)' }));
  const days = within(dialog).getByRole('spinbutton');
  fireEvent.change(days, { target: { value: '0' } });
  const save = within(dialog).getByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(days, { target: { value: '14' } });
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = calls.find(({ path }) => path === '/v1/relay/4/people');
  expect(sent).toMatchObject({ method: 'put', body: { accounts: [4], offline_days: 14 } });
});

test('refused relays are listed with the reason', async () => {
  const refused = { at: 1_000, count: 3, name: 'Old house', peer_addr: '10.0.0.9', fingerprint: 'ab' };
  show({ ...none, refused: [{ ...refused, reason: 'withdrawn' }] });
  const table = await screen.findByRole('table', { name: 'Refused connections' });
  const row = within(table).getByRole('row', { name: /^Old house/ });
  expect(within(row).getByText('Withdrawn, or its key is unknown')).toBeTruthy();
  expect(within(row).getByText('3')).toBeTruthy();
});

test('a relay is added by its name and zone, and the token is shown with its command', async () => {
  const it = show(none);
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  act(() => it.sockets[0]?.open());
  fireEvent.click(await screen.findByRole('button', { name: 'Add a relay' }));
  const form = await waitFor(() => {
    act(() => it.snapshot('partition', [zone]));
    return screen.getByRole('dialog');
  });
  const create = within(form).getByRole('button', { name: 'Create a token' });
  expect(create.getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: 'North house' } });
  fireEvent.click(create);
  expect(await screen.findByText(token)).toBeTruthy();
  expect(screen.getByText(/^npm run relay -- --server https:/)).toBeTruthy();
});
