import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useForm, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';
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
    expect(screen.getByRole('combobox').textContent).toBe('Stage');
  });
  fireEvent.click(screen.getByRole('combobox'));
  const groups = screen.getAllByRole('group');
  const tree = groups.map((group) =>
    within(group)
      .getAllByRole('option')
      .map((one) => one.textContent),
  );
  expect(tree).toEqual([['Stage', 'Channel 2'], ['Radio']]);
  expect(within(groups[1] as HTMLElement).getByText('Attic')).toBeTruthy();
  fireEvent.click(screen.getByRole('option', { name: 'Radio' }));
  expect(screen.getByTestId('values').textContent).toBe('[4,1]');
  stop();
});
