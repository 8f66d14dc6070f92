import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ColDef } from 'ag-grid-community';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { textColumn } from '../../../src/views/kit/grid/columns.ts';
import { PagedList } from '../../../src/views/kit/list/PagedList.tsx';
import { usePagedList } from '../../../src/views/kit/list/usePagedList.ts';
import { type FakeCall, failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

interface Row {
  id: number;
  name: string;
}
const columns: ColDef<Row>[] = [textColumn<Row>('name', 'Name')];

/** A list of 250 rows, its server and its address; `isDown` makes its reads fail. */
function open(address: string, isDown = false) {
  const state = { isDown };
  const reads: FakeCall[] = [];
  const { Providers } = createTestProviders({
    answer(call) {
      if (call.path !== '/v1/lamp') return null;
      reads.push(call);
      if (state.isDown) return failed(500, 'No disk');
      const { page, q } = call.query as { page: number; q?: string };
      const rows = q === 'none' ? [] : [{ id: page, name: `Lamp ${page}` }];
      return ok({ rows, total: q === 'none' ? 0 : 250, page, limit: 100 });
    },
  });
  function Lamps() {
    const list = usePagedList<Row>('lamp', { sort: 'name' });
    return (
      <PagedList<Row>
        list={list}
        name="lamp"
        label="Lamps"
        columns={columns}
        search="Find lamps"
        words={{ zone: (value) => `zone ${value}` }}
        actions={(rows) =>
          rows.map(({ id, name }) => ({ key: `${id}`, label: name, icon: <b />, onPress: () => undefined }))
        }
        empty={{ title: 'No lamps', hint: 'None was made.' }}
        notes={
          <button type="button" onClick={() => list.open(7)}>
            open
          </button>
        }
      />
    );
  }
  const router = createMemoryRouter([{ path: '*', element: <Lamps /> }], { initialEntries: [address] });
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { state, reads, router };
}

it('a list asks for the page, the order and the filters of the address, and never for the open row', async () => {
  const { reads, router } = open('/lamps?page=2&zone=3&q=hall&id=9&sel=2');
  await screen.findByText('Page 2 of 3');
  expect(reads[0]?.query).toEqual({ page: 2, limit: 100, sort: 'name', q: 'hall', zone: '3' });
  fireEvent.click(screen.getByRole('button', { name: 'open' }));
  expect(router.state.location.search).toBe('?page=2&zone=3&q=hall&id=7&sel=2');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Page 3 of 3');
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ page: 3 }));
});

it('actions concern ticked rows of the page', async () => {
  open('/lamps?sel=1,2');
  expect(await screen.findByRole('button', { name: 'Lamp 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lamp 2' })).toBeNull();
});

it('names the filters that no row passes, and removes one', async () => {
  const { router } = open('/lamps?zone=3&q=none');
  fireEvent.click(await screen.findByRole('button', { name: /zone 3/ }));
  expect(router.state.location.search).toBe('?q=none');
});

it('a list that cannot be read says why, and reads again', async () => {
  const { state } = open('/lamps', true);
  expect(await screen.findByText('No disk')).toBeTruthy();
  state.isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Page 1 of 3');
  expect(screen.queryByText('No disk')).toBeNull();
});
