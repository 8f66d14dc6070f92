import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useDone } from '../../../../src/views/kit/action/useDone.tsx';
import { SelectionBar } from '../../../../src/views/kit/toolbar/SelectionBar.tsx';
import { createTestProviders } from '../../testProviders.tsx';

const led = vi.fn(async () => {});
function Bar(props: { count: number }) {
  const done = useDone();
  const step = { key: 'go', label: 'Enter its times', leads: true, onPress: led };
  return (
    <>
      <button type="button" onClick={() => done.made('Winter term', step)}>
        create
      </button>
      <SelectionBar count={props.count} actions={[]} onClear={() => {}} done={done.line} />
    </>
  );
}

test('what was created is said in a region that was there before, with its next step, until it is closed', async () => {
  const { Providers } = createTestProviders();
  const view = render(<Bar count={0} />, { wrapper: Providers });
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  fireEvent.click(screen.getByText('create'));
  expect(screen.getByRole('status')).toBe(region);
  expect(region.textContent).toContain('Winter term created');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Enter its times' })));
  expect(led).toHaveBeenCalledOnce();
  // Ticked rows have the place of the line, and give it back.
  view.rerender(<Bar count={2} />);
  expect(region.textContent).toBe('');
  view.rerender(<Bar count={0} />);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(region.textContent).toBe('');
});
