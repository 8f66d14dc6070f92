import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { NodesOverview, SystemNode } from '../../../contract/entities/site/nodes/systemNode.ts';
import type { PairMachine, PairOverview } from '../../../contract/entities/site/pair.ts';
import { Standby } from '../../../src/views/system/standby/Standby.tsx';
import { eventually } from '../../support/eventually.ts';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const leader: PairMachine = {
  role: 'leader',
  ...{ name: 'first', urls: [], version: '1.0.0', since: 0, clock_ms: 0, stage: null },
  ...{ lag_bytes: null, lag_ms: null, done_bytes: 0, total_bytes: 0, bytes_per_s: 0, files_missing: 0 },
  ...{ alarms_copied: null, clock_error_us: null },
};
const standby: PairMachine = {
  ...leader,
  role: 'standby',
  stage: 'following',
  ...{ name: 'second', urls: ['https://second:8443'], clock_ms: 12, lag_bytes: 0, lag_ms: 0 },
  ...{ alarms_copied: true, clock_error_us: 420 },
};
const alone: PairOverview = {
  obstacle: null,
  token_until: null,
  is_synchronous: false,
  witness: null,
  split: null,
  machines: [leader],
};
const token = '0123-4567-89ab-cdef-0123-4567-89ab-cdef';

const single: NodesOverview = { is_connected: false, nodes: [] };

function show(answers: { overview: PairOverview; nodes?: NodesOverview }) {
  const { Providers, calls } = createTestProviders({
    answer: ({ path, method }) => {
      if (path === '/v1/pair/token') return ok({ token, until: 900 });
      if (path.startsWith('/v1/nodes')) return ok(answers.nodes ?? single);
      if (path !== '/v1/pair') return null;
      return ok(method === 'delete' ? alone : answers.overview);
    },
  });
  render(
    <Providers>
      <Standby />
    </Providers>,
  );
  return calls;
}

test('a token is shown with the command that asks for it', async () => {
  show({ overview: alone });
  fireEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(token)).toBeTruthy();
  for (const command of ['standby', 'witness'])
    expect(within(dialog).getByText(new RegExp(`^npm run ${command} -- --of https://`))).toBeTruthy();
});

test('why no standby server can join is said before it is tried', async () => {
  show({ overview: { ...alone, obstacle: 'external_database' } });
  expect(await screen.findByText(/DATABASE_URL is replicated by its own administrator/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create a token' }).getAttribute('aria-disabled')).toBe('true');
});

test('how far behind the standby is, and by which rule it takes over', async () => {
  const copying = { stage: 'copying', done_bytes: 2e8, total_bytes: 1e9, bytes_per_s: 98_700_000 } as const;
  const answers = { overview: { ...alone, machines: [leader, { ...standby, ...copying }] } };
  show(answers);
  expect(await screen.findByText('200 MB of about 1.0 GB, 98.7 MB/s')).toBeTruthy();
  expect(screen.getByText('confirmed by this server alone')).toBeTruthy();
  expect(screen.getByText(/a person runs/)).toBeTruthy();
  answers.overview = { ...alone, machines: [leader, { ...standby, lag_ms: 7_000, lag_bytes: 3_000_000 }] };
  expect(await screen.findByText('7 s, 3.0 MB', undefined, { timeout: 10_000 })).toBeTruthy();
});

test('with a witness the standby takes over by itself', async () => {
  const witness = { name: 'third', urls: ['https://third:8443'], is_connected: false };
  show({ overview: { ...alone, witness, machines: [leader, standby] } });
  expect(await screen.findByText(/the witness lets the standby server take over/)).toBeTruthy();
  const row = screen.getByRole('row', { name: /^third/ });
  expect(within(row).getByText('Not connected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create a token' })).toBeNull();
});

test('removing it asks first', async () => {
  const calls = show({ overview: { ...alone, is_synchronous: true, machines: [leader, standby] } });
  expect(await screen.findByText('Following')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(calls.some(({ method }) => method === 'delete')).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await eventually(() => expect(calls.some(({ method }) => method === 'delete')).toBe(true));
});

test('whether alarms and sound go on at a take-over', async () => {
  const answers = { overview: { ...alone, machines: [leader, standby] } };
  show(answers);
  expect(await screen.findByText(/clock known to 0.4 ms/)).toBeTruthy();
  const later = { timeout: 10_000 };
  answers.overview = { ...alone, machines: [leader, { ...standby, clock_error_us: 6_000 }] };
  expect(await screen.findByText(/sound stops briefly/, undefined, later)).toBeTruthy();
  answers.overview = { ...alone, machines: [leader, { ...standby, alarms_copied: false }] };
  expect(await screen.findByText(/only once they are in the database/, undefined, later)).toBeTruthy();
});

test('with servers on one database, they are listed instead, and lost ones can be removed', async () => {
  const nothing = { passed: null, files_missing: null, files_age_ms: null, clock_ms: null };
  const node: SystemNode = {
    ...{ ...nothing, name: 'first', urls: ['https://first:8443'], version: '1.0.0' },
    ...{ role: 'leader', since: 1, clock_ms: 0 },
  };
  const follower: SystemNode = {
    ...{ ...node, name: 'second', role: 'follower', passed: 12 },
    ...{ files_missing: 3, files_age_ms: 11_800, clock_ms: -7 },
  };
  const lost: SystemNode = { ...node, ...nothing, name: 'third', role: 'lost' };
  const calls = show({
    overview: { ...alone, obstacle: 'external_database' },
    nodes: { is_connected: true, nodes: [node, follower, lost] },
  });
  const second = await screen.findByRole('row', { name: /^second/ });
  for (const text of ['Follows', '12 connections', 'compared 12 s ago', '-7 ms'])
    expect(within(second).getByText(text)).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /^third/ })).getByText('Not heard')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove lost servers' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove lost servers' }));
  await eventually(() => expect(calls.some(({ method }) => method === 'delete')).toBe(true));
});
