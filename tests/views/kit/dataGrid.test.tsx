import { act, render, screen, waitFor } from '@testing-library/react';
import type { ColDef } from 'ag-grid-community';
import { useLayoutEffect } from 'react';
import { ReplaySubject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { detailColumn, textColumn } from '../../../src/views/kit/grid/columns.ts';
import { DataGrid } from '../../../src/views/kit/grid/DataGrid.tsx';
import type { RowEvent } from '../../../src/views/kit/grid/feed.ts';
import { createGridHandle, type GridHandle } from '../../../src/views/kit/grid/handle.ts';
import { createTestProviders } from '../testProviders.tsx';

interface Row {
  id: number;
  name: string;
  zone: number;
}
const columns: ColDef<Row>[] = [textColumn<Row>('name', 'Name')];
const inZone = (zone: number) => (row: Row) => row.zone === zone;

/** Rows that a grid shows, from its first on. */
function shownOf({ api$ }: GridHandle<Row>): string[] {
  const names: string[] = [];
  api$.value?.forEachNodeAfterFilterAndSort(({ data }) => names.push(data?.name ?? ''));
  return names;
}

it('a change of rows during a change of filter neither breaks the sorted grid nor hides a row', async () => {
  const { Providers } = createTestProviders();
  const handle = createGridHandle<Row>();
  const news$ = new ReplaySubject<RowEvent<Row>>(1);
  const source = { live: news$ };
  const failed = vi.fn();
  /** Applies a transaction between the rendering with a new filter and React's effects. */
  function Crossing(props: { filter: (row: Row) => boolean; meanwhile: () => void }) {
    const { filter, meanwhile } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: it comes with each new filter
    useLayoutEffect(() => {
      try {
        meanwhile();
      } catch (error) {
        failed(error);
      }
    }, [filter]);
    return (
      <DataGrid<Row>
        name="crossing"
        label="Rows"
        columns={columns}
        source={source}
        handle={handle}
        sort="name"
        filter={filter}
        empty="None"
      />
    );
  }
  const [north, south] = [inZone(1), inZone(2)];
  const page = (filter: (row: Row) => boolean, meanwhile: () => void = () => undefined) => (
    <Providers>
      <Crossing filter={filter} meanwhile={meanwhile} />
    </Providers>
  );
  const { rerender } = render(page(north));
  const rows = Array.from({ length: 40 }, (_, i) => ({
    id: i + 1,
    name: `Row ${String(i).padStart(2, '0')}`,
    zone: (i % 2) + 1,
  }));
  await act(async () => news$.next({ kind: 'snapshot', rows }));
  await waitFor(() => expect(shownOf(handle)).toHaveLength(20));

  const [first] = rows;
  await act(async () =>
    rerender(
      page(south, () => {
        if (first === undefined) return;
        // Hidden, shown and moved rows at once: the grid sorts only changed rows.
        const set = [
          { ...first, name: 'Row 99' },
          { ...first, id: 2, name: 'Row 98', zone: 2 },
          { id: 41, name: 'Row 97', zone: 2 },
        ];
        news$.next({ kind: 'delta', set, gone: [4] });
        handle.api$.value?.flushAsyncTransactions();
      }),
    ),
  );
  expect(failed).not.toHaveBeenCalled();
  const expected = [
    ...rows.filter((row) => row.zone === 2 && row.id > 4).map((row) => row.name),
    'Row 97',
    'Row 98',
  ];
  await waitFor(() => expect(shownOf(handle)).toEqual(expected));
});

it('rows that arrive after the selection of the address are ticked', async () => {
  const { Providers } = createTestProviders();
  const handle = createGridHandle<Row>();
  const news$ = new ReplaySubject<RowEvent<Row>>(1);
  const [source, selected] = [{ live: news$ }, new Set([2, 3])];
  render(
    <Providers>
      <DataGrid<Row>
        name="ticked"
        label="Rows"
        columns={columns}
        source={source}
        handle={handle}
        selected={selected}
        empty="None"
      />
    </Providers>,
  );
  await waitFor(() => expect(handle.api$.value).not.toBeNull());
  const rows = [1, 2, 3, 4].map((id) => ({ id, name: `Row ${id}`, zone: 1 }));
  await act(async () => news$.next({ kind: 'snapshot', rows }));
  await waitFor(() => expect(shownOf(handle)).toHaveLength(4));
  await waitFor(() =>
    expect(handle.api$.value?.getSelectedNodes().map(({ data }) => data?.id)).toEqual([2, 3]),
  );
});

it('says the name of the grid, the row of each cell, and words of a cell apart', async () => {
  const { Providers } = createTestProviders();
  const handle = createGridHandle<Row>();
  const news$ = new ReplaySubject<RowEvent<Row>>(1);
  const zone = detailColumn<Row>('zone', 'Zone', (row) => ({ main: `Zone ${row.zone}`, detail: 'open' }));
  const [source, wide] = [{ live: news$ }, [zone, ...columns]];
  render(
    <Providers>
      <DataGrid<Row> name="named" label="Rooms" columns={wide} source={source} handle={handle} empty="None" />
    </Providers>,
  );
  await waitFor(() => expect(handle.api$.value).not.toBeNull());
  await act(async () => news$.next({ kind: 'snapshot', rows: [{ id: 1, name: 'Hall', zone: 4 }] }));
  await waitFor(() => expect(screen.getByRole('rowheader', { hidden: true }).textContent).toBe('Hall'));
  expect(screen.getByRole('grid', { hidden: true }).getAttribute('aria-label')).toBe('Rooms');
  expect(screen.getByRole('gridcell', { hidden: true }).textContent).toBe('Zone 4 open');
});
