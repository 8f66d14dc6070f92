import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm, useWatch } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChannelField } from '../../../src/views/shared/terminals/ChannelField.tsx';
import { createTestProviders } from '../testProviders.tsx';

interface Values {
  capturer: number | null;
  capturer_channel: number | null;
}

function Form() {
  const { control, setValue } = useForm<Values>({ defaultValues: { capturer: 7, capturer_channel: 1 } });
  const { capturer = null, capturer_channel } = useWatch({ control });
  return (
    <>
      <ChannelField control={control} capturer={capturer} onCapturer={(id) => setValue('capturer', id)} />
      <pre data-testid="values">{JSON.stringify([capturer, capturer_channel])}</pre>
    </>
  );
}

// Without a layout, a virtual list would have no room for a row.
beforeEach(() => void vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(300));
afterEach(() => vi.restoreAllMocks());

test('channels are chosen in the tree of capturers, the chosen capturer first', async () => {
  const it = createTestProviders();
  const stop = it.app.start();
  render(
    <it.Providers>
      <Form />
    </it.Providers>,
  );
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  act(() => it.sockets[0]?.open());
  const row = (id: number, name: string, channel_names: string[]) => ({
    ...{ id, name, code: name, org: 1, rev: 1, online: true, status: null, channel_names },
  });
  await waitFor(() => {
    act(() => it.snapshot('capturer', [row(4, 'Attic', ['Radio']), row(7, 'Hall', ['Stage', ''])]));
    expect(screen.getByRole('combobox', { name: /^Channel/ }).textContent).toBe('Stage');
  });
  fireEvent.click(screen.getByRole('combobox'));
  const tree = await screen.findByRole('tree');
  const shown = () => screen.getAllByRole('treeitem').map((one) => `${one.ariaLevel} ${one.textContent}`);
  await waitFor(() => expect(shown()).toEqual(['1 Hall', '2 Stage', '2 Channel 2', '1 Attic', '2 Radio']));
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('Stage');
  // A capturer is no channel: it folds and unfolds.
  for (const key of ['ArrowUp', 'Enter']) fireEvent.keyDown(tree, { key });
  expect(shown()).toEqual(['1 Hall', '1 Attic', '2 Radio']);
  for (const key of ['End', 'Enter']) fireEvent.keyDown(tree, { key });
  expect(screen.getByTestId('values').textContent).toBe('[4,1]');
  expect(screen.queryByRole('tree')).toBeNull();
  stop();
});
