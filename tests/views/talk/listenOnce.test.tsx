import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ListenControl } from '../../../src/views/shared/talk/ListenControl.tsx';
import { createTestProviders } from '../testProviders.tsx';

/** docs/rules/talk.md#listening-in */
test('listening to another terminal ends the first; deviceSubScribeInfo names the one that is heard', async () => {
  const it = createTestProviders();
  const open = new Set<number | undefined>();
  it.app.listen = (request) => {
    open.add(request.terminal);
    return () => void open.delete(request.terminal);
  };
  const stop = it.app.start();
  const { Providers } = it;
  const shown = render(
    <Providers>
      {[1, 2].map((id) => (
        <section key={id} aria-label={`terminal ${id}`}>
          <ListenControl terminal={id} what="play" isThere listeners={0} />
        </section>
      ))}
    </Providers>,
  );
  const panel = (id: number) => within(screen.getByRole('region', { name: `terminal ${id}` }));
  const listen = async (id: number) => {
    fireEvent.click(panel(id).getByRole('button', { name: 'Listen in' }));
    const dialog = await screen.findByRole('dialog');
    await act(async () => {
      fireEvent.click(within(dialog).getByRole('button', { name: 'Listen in' }));
    });
  };
  const info = () => it.app.client.deviceSubScribeInfo$.value;
  await listen(1);
  expect([...open]).toEqual([1]);
  expect(info()).toEqual({ terminal: 1, what: 'play' });
  await listen(2);
  await waitFor(() => expect([...open]).toEqual([2]));
  expect(info()).toEqual({ terminal: 2, what: 'play' });
  expect(panel(1).getByRole('button', { name: 'Listen in' })).toBeTruthy();
  expect(panel(2).getByRole('button', { name: 'Stop listening' })).toBeTruthy();
  shown.unmount();
  expect([...open]).toEqual([]);
  expect(info()).toBeNull();
  stop();
});
