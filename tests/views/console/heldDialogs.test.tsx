import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { PresetText, PresetTextLive } from '../../../contract/entities/sound/presetText.ts';
import type { BatchAction } from '../../../src/views/kit/toolbar/SelectionBar.tsx';
import { LibraryDialogs } from '../../../src/views/media/library/LibraryDialogs.tsx';
import type { LibraryKind } from '../../../src/views/media/library/libraryKind.ts';
import { Component as SitePlans } from '../../../src/views/system/sitePlans/SitePlans.tsx';
import { DelayDialog } from '../../../src/views/tasks/schedule/delay/DelayDialog.tsx';
import { useDeviceActions } from '../../../src/views/terminals/devices/useDeviceActions.tsx';
import { failed, ok } from '../../support/fakeServer.ts';
import { device } from '../terminals/rows.ts';
import { createTestProviders } from '../testProviders.tsx';

/** Tests that a dialog acts on what it was opened for, whatever is selected, deleted or shown meanwhile. */
const hall = device({ id: 1, name: 'Hall', support_set_server_config: true });
const yard = device({ id: 2, name: 'Yard', code: 'A-2', support_set_server_config: true });

describe('a dialog of selected terminals, while another one is selected', () => {
  function selected() {
    const it = createTestProviders({
      answer: ({ path }) => (path === '/v1/sys/addresses' ? failed(404) : null),
    });
    const runs: { action: string; ids: number[] }[] = [];
    let actions: BatchAction[] = [];
    function Bar({ ids }: { ids: readonly number[] }) {
      const made = useDeviceActions({
        ids,
        zones: [],
        run: async (_label, action, items) => void runs.push({ action, ids: items.map(({ id }) => id) }),
        csvColumns: () => [],
        onOpen: () => {},
        onClear: () => {},
      });
      actions = made.actions;
      return made.dialogs;
    }
    it.app.streams.device.changes$.subscribe();
    it.app.start();
    const page = (ids: readonly number[]) => (
      <it.Providers>
        <Bar ids={ids} />
      </it.Providers>
    );
    const view = render(page([1]));
    return {
      ...it,
      runs,
      select: (ids: readonly number[]) => view.rerender(page(ids)),
      press: (key: string) => act(async () => void actions.find((one) => one.key === key)?.onPress()),
    };
  }

  for (const [key, title, submit, action] of [
    ['volume', /1 terminal/, 'Set volume', 'volume'],
    ['server', /1 terminal/, 'Set', 'set_server'],
    ['remove', /1 terminal/, /Remove/, 'delete'],
  ] as const)
    test(`${action} acts on the terminals that the dialog names`, async () => {
      const { app, sockets, snapshot, runs, select, press } = selected();
      await waitFor(() => expect(sockets).toHaveLength(1));
      sockets.at(-1)?.open();
      await act(async () => snapshot('device', [hall, yard]));
      await waitFor(() => expect(app.streams.device.get(2)).toBeTruthy());
      select([1]);
      await press(key);
      const heading = await screen.findByRole('heading', { name: title });
      const before = heading.textContent;
      select([1, 2]);
      expect(screen.getByRole('heading', { name: title }).textContent).toBe(before);
      fireEvent.click(screen.getByRole('button', { name: submit }));
      await waitFor(() => expect(runs).toEqual([{ action, ids: [1] }]));
    });
});

test('the order of a group is saved for that group, though another one is shown by now', async () => {
  const { Providers, calls } = createTestProviders({ answer: () => ok() });
  const groups = ['Bells', 'Words'].map((name, i) => ({ id: i + 1, name, org: null, rev: 1 }));
  const library = (chosen: number) =>
    ({
      groups,
      chosen,
      inOrder: async (group: number) => [{ id: group * 10, name: `Item ${group}` }],
    }) as never;
  const kind = { words: {}, entity: { path: 'radio' }, groups: { entity: { path: 'radio_group' } } };
  const open = { kind: 'items', group: 1 } as const;
  const dialog = (chosen: number) => (
    <Providers>
      <LibraryDialogs
        open={open}
        kind={kind as unknown as LibraryKind<PresetText, PresetTextLive>}
        library={library(chosen)}
        form={() => null}
        onClose={() => {}}
      />
    </Providers>
  );
  const { rerender } = render(dialog(1));
  rerender(dialog(2));
  await screen.findByText('Item 1');
  expect(screen.getByRole('heading', { name: /Bells/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'put').map(({ body }) => body)).toEqual([
      { group_id: 1, ids: [10] },
    ]),
  );
});

test('a plan that somebody else deletes gives its dialogs to no other plan', async () => {
  const it = createTestProviders({ answer: ({ method }) => (method === 'delete' ? failed(404) : null) });
  const plan = (id: number, name: string) => ({
    ...{ id, name, org: 1, floor: -id, marks: [], areas: [], picture: null, width: 0, height: 0, rev: 1 },
  });
  const router = createMemoryRouter([{ path: '*', element: <SitePlans /> }], {
    initialEntries: ['/menu_site_plan?id=1'],
  });
  it.app.start();
  render(
    <it.Providers>
      <RouterProvider router={router} />
    </it.Providers>,
  );
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  it.sockets.at(-1)?.open();
  await waitFor(() => expect(JSON.stringify(it.sockets.at(-1)?.sent)).toContain('"site_plan"'));
  await act(async () => it.snapshot('site_plan', [plan(1, 'Ground'), plan(2, 'Cellar')]));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByRole('heading', { name: /Ground/ });
  await act(async () => it.snapshot('site_plan', [plan(2, 'Cellar')]));
  await waitFor(() => expect(it.app.streams.sitePlan.get(1)).toBeUndefined());
  const question = screen.getByRole('alertdialog');
  expect(question.textContent).toMatch(/Ground/);
  const confirm = [...question.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Delete',
  );
  fireEvent.click(confirm as HTMLElement);
  await waitFor(() =>
    expect(it.calls.filter(({ method }) => method === 'delete').map(({ path }) => path)).toEqual([
      '/v1/site_plan/1',
    ]),
  );
});

test('runs are delayed only when the preview of this delay is shown', async () => {
  const run = { task_id: 7, plan_id: null, name: 'Bell', from: 1_700_000_000, to: 1_700_003_600 };
  const { Providers } = createTestProviders({
    answer: ({ path }) =>
      path.endsWith('/delay/dry_run') ? ok({ date: '2030-01-01', runs: [run], partly: [] }) : null,
  });
  render(
    <Providers>
      <DelayDialog onClose={() => {}} />
    </Providers>,
  );
  const apply = () => screen.getByRole('button', { name: 'Change 1' });
  await waitFor(() => expect((apply() as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: /^30/ }));
  expect((apply() as HTMLButtonElement).disabled).toBe(true);
  await waitFor(() => expect((apply() as HTMLButtonElement).disabled).toBe(false));
});
