import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OrderList } from '../../../../src/views/kit/order/OrderList.tsx';
import { createTestProviders } from '../../testProviders.tsx';

test('a drag ends without a move when somebody else changes the list meanwhile', () => {
  const { Providers } = createTestProviders();
  const onMove = vi.fn();
  const list = (...names: string[]) => (
    <Providers>
      <OrderList label="Songs" items={names.map((name) => ({ key: name, name }))} onMove={onMove} />
    </Providers>
  );
  const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`Move ${name}`) });
  // jsdom has neither.
  HTMLElement.prototype.setPointerCapture ??= () => {};
  const rows = vi
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockReturnValue({ top: 0, bottom: 96, height: 32 } as DOMRect);
  const { rerender } = render(list('A', 'B', 'C'));
  const drag = (name: string, meanwhile = () => {}) => {
    fireEvent.pointerDown(handle(name), { button: 0 });
    fireEvent.pointerMove(handle(name), { clientY: 80 });
    meanwhile();
    fireEvent.pointerUp(handle(name));
  };
  drag('A');
  expect(onMove.mock.calls).toEqual([[0, 2]]);
  drag('B', () => rerender(list('B', 'C')));
  expect(onMove).toHaveBeenCalledTimes(1);
  rows.mockRestore();
});
