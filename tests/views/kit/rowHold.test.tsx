import { act, fireEvent, render, waitFor } from '@testing-library/react';
import type { ColDef } from 'ag-grid-community';
import { ReplaySubject } from 'rxjs';
import { expect, it } from 'vitest';
import { textColumn } from '../../../src/views/kit/grid/columns.ts';
import { DataGrid } from '../../../src/views/kit/grid/DataGrid.tsx';
import type { RowEvent } from '../../../src/views/kit/grid/feed.ts';
import { createGridHandle } from '../../../src/views/kit/grid/handle.ts';
import { RowHold } from '../../../src/views/kit/grid/hold.ts';
import { createTestProviders } from '../testProviders.tsx';

interface Row {
  id: number;
  name: string;
  zone: number;
}
const columns: ColDef<Row>[] = [textColumn<Row>('name', 'Name')];
const none: ReadonlySet<number> = new Set();

/** A live grid of `A` to `E` by name, and the rows that it shows. */
async function grid() {
  const { Providers } = createTestProviders();
  const handle = createGridHandle<Row>();
  const news$ = new ReplaySubject<RowEvent<Row>>(1);
  const source = { live: news$ };
  const page = (selected: ReadonlySet<number>, filter?: (row: Row) => boolean) => (
    <Providers>
      <DataGrid<Row>
        name="held"
        label="Rows"
        columns={columns}
        source={source}
        handle={handle}
        sort="name"
        filter={filter}
        selected={selected}
        onSelect={() => undefined}
        empty="None"
      />
    </Providers>
  );
  const { rerender } = render(page(none));
  const rows = [...'ABCDE'].map((name, i) => ({ id: i + 1, name, zone: 1 + (i % 2) }));
  const shown = () => {
    const names: string[] = [];
    handle.api$.value?.forEachNodeAfterFilterAndSort(({ data }) => names.push(data?.name ?? ''));
    return names.join('');
  };
  const api = () => {
    const { value } = handle.api$;
    if (value === null) throw new Error('no grid yet');
    return value;
  };
  const publish = async (set: Row[], gone: number[] = []) => {
    await act(async () => news$.next({ kind: 'delta', set, gone }));
    await waitFor(() => expect(handle.pace?.waitingSince).toBeNull());
  };
  await act(async () => news$.next({ kind: 'snapshot', rows }));
  await waitFor(() => expect(shown()).toBe('ABCDE'));
  return {
    shown,
    publish,
    api,
    snapshot: (some: Row[]) => act(async () => news$.next({ kind: 'snapshot', rows: some })),
    show: (selected: ReadonlySet<number>, filter?: (row: Row) => boolean) =>
      act(async () => rerender(page(selected, filter))),
    row: (id: number, name: string, zone = 1): Row => ({ id, name, zone }),
  };
}

it('with rows ticked, values change in place, new rows come last, and all is sorted afterwards', async () => {
  const { shown, publish, show, row } = await grid();
  await show(new Set([2]));
  await publish([row(1, 'Z'), row(6, 'AA')]);
  expect(shown()).toBe('ZBCDEAA');
  await publish([row(6, 'Q')], [4]);
  expect(shown()).toBe('ZBCEQ');
  await publish([row(4, 'D')]);
  expect(shown()).toBe('ZBCEQD');
  await show(none);
  expect(shown()).toBe('BCDEQZ');
  // Later changes are sorted as usual.
  await publish([row(2, 'Y')]);
  expect(shown()).toBe('CDEQYZ');
});

it('another filter by the user takes effect at once, and its result is held', async () => {
  const { shown, publish, show, row } = await grid();
  const selected = new Set([1]);
  await show(selected);
  await publish([row(1, 'Z')]);
  const inFirst = (one: Row) => one.zone === 1;
  await show(selected, inFirst);
  expect(shown()).toBe('CEZ');
  // A row that leaves the filter keeps its place, one that enters it comes last.
  await publish([row(3, 'C', 2), row(2, 'A', 1)]);
  expect(shown()).toBe('CEZA');
  await show(none, inFirst);
  expect(shown()).toBe('AEZ');
});

it('a snapshot after a reconnect moves nothing under ticked rows', async () => {
  const { shown, snapshot, show, row } = await grid();
  await show(new Set([5]));
  await snapshot([row(7, 'AA'), row(5, 'E'), row(3, 'X'), row(1, 'A')]);
  await waitFor(() => expect(shown()).toBe('AXEAA'));
  await show(none);
  expect(shown()).toBe('AAAEX');
});

it('a row removed while the rows are in use keeps its place until they are not', async () => {
  const { shown, api, row } = await grid();
  const hold = new RowHold(api());
  hold.set(true, true);
  expect(hold.remove(2)).toBe(true);
  expect(hold.isGone(2)).toBe(true);
  expect(shown()).toBe('ABCDE');
  // The row returns.
  hold.update(row(2, 'B'));
  expect(hold.isGone(2)).toBe(false);
  expect(hold.remove(3)).toBe(true);
  await act(async () => hold.set(true, false));
  expect(shown()).toBe('ABDE');
  await act(async () => hold.set(false, false));
  expect(shown()).toBe('ABDE');
});

it('a page waits while the rows are in use, unless it answers another query', async () => {
  const { Providers } = createTestProviders();
  const handle = createGridHandle<Row>();
  const pageOf = (names: string) => [...names].map((name) => ({ id: name.charCodeAt(0), name, zone: 1 }));
  const shown = (page: Row[], query: string) => (
    <Providers>
      <DataGrid<Row>
        name="paged"
        label="Rows"
        columns={columns}
        source={{ page, queryKey: query }}
        handle={handle}
        empty="None"
      />
    </Providers>
  );
  const names = () => {
    const all: string[] = [];
    handle.api$.value?.forEachNodeAfterFilterAndSort(({ data }) => all.push(data?.name ?? ''));
    return all.join('');
  };
  const { rerender } = render(shown(pageOf('ABC'), 'all'));
  await waitFor(() => expect(names()).toBe('ABC'));
  const row = await waitFor(() => {
    const found = document.querySelector('.ag-row');
    if (found === null) throw new Error('no row yet');
    return found;
  });
  await act(async () => fireEvent.pointerDown(row));
  await act(async () => rerender(shown(pageOf('BCD'), 'all')));
  expect(names()).toBe('ABC');
  await act(async () => rerender(shown(pageOf('XY'), 'type=call')));
  expect(names()).toBe('XY');
  await act(async () => rerender(shown([], 'type=page')));
  expect(names()).toBe('');
});
