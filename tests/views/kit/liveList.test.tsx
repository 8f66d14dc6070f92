import { render, screen, waitFor } from '@testing-library/react';
import type { ColDef } from 'ag-grid-community';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ReplaySubject } from 'rxjs';
import { expect, it } from 'vitest';
import { textColumn } from '../../../src/views/kit/grid/columns.ts';
import type { RowEvent } from '../../../src/views/kit/grid/feed.ts';
import { LiveList } from '../../../src/views/kit/list/LiveList.tsx';
import { useListState } from '../../../src/views/kit/list/useListState.ts';
import { createTestProviders } from '../testProviders.tsx';

interface Row {
  id: number;
  name: string;
}
const columns: ColDef<Row>[] = [textColumn<Row>('name', 'Name')];

it('actions concern ticked rows: those of a link when they arrive, and none that is gone', async () => {
  const { Providers } = createTestProviders();
  const changes$ = new ReplaySubject<RowEvent<Row>>(1);
  let held: Row[] = [];
  const rows = { changes$, filter: (test: (row: Row) => boolean) => held.filter(test) };
  function Lamps() {
    const list = useListState<Row>('name');
    return (
      <LiveList<Row>
        list={list}
        name="lamp"
        label="Lamps"
        columns={columns}
        rows={rows}
        filter={undefined}
        search="Find lamps"
        actions={(ticked) =>
          ticked.map(({ id, name }) => ({ key: `${id}`, label: name, icon: <b />, onPress: () => undefined }))
        }
        empty={{ title: 'No lamps', hint: 'None was made.' }}
      />
    );
  }
  const router = createMemoryRouter([{ path: '*', element: <Lamps /> }], {
    initialEntries: ['/lamps?sel=1'],
  });
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await screen.findByLabelText('Lamps');
  expect(screen.queryByRole('button', { name: 'Lamp 1' })).toBeNull();
  held = [
    { id: 1, name: 'Lamp 1' },
    { id: 2, name: 'Lamp 2' },
  ];
  changes$.next({ kind: 'snapshot', rows: held });
  expect(await screen.findByRole('button', { name: 'Lamp 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lamp 2' })).toBeNull();
  held = held.slice(1);
  changes$.next({ kind: 'delta', set: [], gone: [1] });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Lamp 1' })).toBeNull());
});
