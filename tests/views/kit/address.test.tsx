import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useCriteria } from '../../../src/views/kit/rows/useCriteria.ts';
import { useSelection } from '../../../src/views/kit/rows/useSelection.ts';

it('up to fifty ticked rows are stored in the address', () => {
  const many = Array.from({ length: 51 }, (_, index) => index + 1);
  function Probe() {
    const selection = useSelection();
    return (
      <>
        <output>{[...selection.ids].join()}</output>
        <button type="button" onClick={() => selection.set(many)}>
          many
        </button>
        <button type="button" onClick={selection.clear}>
          clear
        </button>
      </>
    );
  }
  render(
    <MemoryRouter initialEntries={['/x?sel=3,5,zero']}>
      <Probe />
    </MemoryRouter>,
  );
  const shown = () => screen.getByRole('status').textContent;
  expect(shown()).toBe('3,5');
  fireEvent.click(screen.getByText('many'));
  expect(shown()).toBe(many.join());
  fireEvent.click(screen.getByText('clear'));
  expect(shown()).toBe('');
});

it('a filter and the ticks changed at the same time are both stored in the address', async () => {
  function Probe() {
    const { criteria, change } = useCriteria();
    const selection = useSelection();
    const both = () => {
      change({ q: 'bell', page: 1 });
      selection.set([4]);
      change({ filters: { org: '2' } });
    };
    return (
      <button type="button" onClick={both}>
        {`${criteria.q} ${criteria.filters.org} ${[...selection.ids].join()}`}
      </button>
    );
  }
  const slow = async () => void (await Promise.resolve());
  const router = createMemoryRouter([{ path: '/x', element: <Probe />, middleware: [slow] }], {
    initialEntries: ['/x?page=3&sel=9'],
  });
  render(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByText('undefined undefined 9'));
  await screen.findByText('bell 2 4');
  expect(router.state.location.search).toBe('?sel=4&q=bell&org=2');
});
