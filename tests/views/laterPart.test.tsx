import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { laterPart } from '../../src/views/app/laterPart.tsx';
import { createTestProviders } from './testProviders.tsx';

/** A part whose loading fails while the link is lost. */
function partOver(link: { lost: boolean }) {
  const loads: boolean[] = [];
  const Part = laterPart<{ words: string }>(
    async () => {
      loads.push(link.lost);
      if (link.lost) throw new TypeError('Failed to fetch dynamically imported module');
      return ({ words }) => <p>{words}</p>;
    },
    <p>loading</p>,
  );
  return { Part, loads };
}

it('a part that is loaded later is shown in its place as soon as it is there', async () => {
  const { Part } = partOver({ lost: false });
  const { Providers } = createTestProviders();
  const { unmount } = render(<Part words="chart" />, { wrapper: Providers });
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('chart');
  unmount();
  // Known from now on.
  render(<Part words="again" />, { wrapper: Providers });
  expect(screen.getByText('again')).toBeTruthy();
});

it('without a link it keeps its place, and loads when the link is back', async () => {
  const link = { lost: true };
  const { Part, loads } = partOver(link);
  const test = createTestProviders();
  const stop = test.app.start();
  const status: string[] = [];
  test.app.streams.connection$.subscribe((one) => status.push(one));
  await waitFor(() => expect(test.sockets).toHaveLength(1));
  act(() => test.sockets[0]?.open());
  // The link is lost, but not known to be: the part is asked for and fails.
  render(<Part words="chart" />, { wrapper: test.Providers });
  await waitFor(() => expect(loads).toEqual([true]));
  act(() => test.sockets[0]?.drop());
  await waitFor(() => expect(status.at(-1)).toBe('reconnecting'));
  expect(screen.getByText('loading')).toBeTruthy();
  expect(loads).toEqual([true]);
  link.lost = false;
  await waitFor(() => expect(test.sockets).toHaveLength(2), { timeout: 20_000 });
  act(() => test.sockets[1]?.open());
  act(() => test.snapshot('site', [{ id: 1, org: null } as { id: number }]));
  await screen.findByText('chart', undefined, { timeout: 20_000 });
  expect(loads).toEqual([true, false]);
  stop();
});

it('what was loaded ahead is shown without a link', async () => {
  // The browser has the module.
  const { Part } = partOver({ lost: false });
  const test = createTestProviders();
  const stop = test.app.start();
  await waitFor(() => expect(test.sockets).toHaveLength(1));
  act(() => test.sockets[0]?.open());
  act(() => test.sockets[0]?.drop());
  render(<Part words="chart" />, { wrapper: test.Providers });
  await screen.findByText('chart');
  stop();
});
