import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useHeldRows } from '../../../src/views/kit/rows/useHeldRows.ts';

interface Row {
  id: number;
  name: string;
}
const idOf = ({ id }: Row) => id;

function List(props: { rows: readonly Row[]; onStop: (id: number) => void; query?: string }) {
  const held = useHeldRows(props.rows, idOf, props.query);
  return (
    <ul {...held.props}>
      {held.rows.map(({ row, isGone }) => (
        <li key={row.id}>
          {row.name}
          {!isGone && (
            <button type="button" onClick={() => props.onStop(row.id)}>
              Stop
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
const [a, b, c] = [
  { id: 1, name: 'a' },
  { id: 2, name: 'b' },
  { id: 3, name: 'c' },
];
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test.each([
  ['the pointer is over it', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus is in it', fireEvent.focus, fireEvent.blur],
])('while %s no row of a list changes its place', (_, come, leave) => {
  const stop = vi.fn();
  const show = (...rows: Row[]) => <List rows={rows} onStop={stop} />;
  const view = render(show(a, b));
  const list = screen.getByRole('list');
  view.rerender(show(b, a));
  expect(texts()).toEqual(['bStop', 'aStop']);

  come(list);
  view.rerender(show(c, a, { ...b, name: 'b, louder' }));
  expect(texts()).toEqual(['b, louderStop', 'aStop', 'cStop']);
  // A removed row keeps its place, so that a press does not hit the next one.
  view.rerender(show(c, a));
  expect(texts()).toEqual(['b, louder', 'aStop', 'cStop']);
  view.rerender(show(c, a, b));
  expect(texts()).toEqual(['bStop', 'aStop', 'cStop']);
  view.rerender(show(c, a));

  leave(list);
  expect(texts()).toEqual(['cStop', 'aStop']);
  expect(stop).not.toHaveBeenCalled();
});

test('a focus that moves from row to row keeps the hold', () => {
  const show = (...rows: Row[]) => <List rows={rows} onStop={() => {}} />;
  const view = render(show(a, b));
  const [first, second] = screen.getAllByRole('button');
  if (first === undefined || second === undefined) throw new Error('no buttons');
  fireEvent.focus(first);
  fireEvent.blur(first, { relatedTarget: second });
  fireEvent.focus(second);
  view.rerender(show(b, a));
  expect(texts()).toEqual(['aStop', 'bStop']);
});

test("the user's own filter takes effect at once, also with the pointer on the list", () => {
  const view = render(<List rows={[a, b, c]} onStop={() => {}} query="" />);
  fireEvent.pointerEnter(screen.getByRole('list'));
  view.rerender(<List rows={[c, b]} onStop={() => {}} query="late" />);
  expect(texts()).toEqual(['cStop', 'bStop']);
  view.rerender(<List rows={[b]} onStop={() => {}} query="late" />);
  expect(texts()).toEqual(['c', 'bStop']);
});

function Group(props: { rows: readonly Row[]; isHeld: boolean; isOpen: boolean }) {
  const held = useHeldRows(props.rows, idOf, props.isOpen, { isHeld: props.isHeld });
  return props.isOpen && held.rows.map(({ row }) => <li key={row.id}>{row.name}</li>);
}
function Outer(props: { rows: readonly Row[]; isOpen: boolean }) {
  const held = useHeldRows([{ id: 0, name: 'group' }], idOf);
  return (
    <ul {...held.props}>
      {held.rows.map(({ row }) => (
        <Group key={row.id} rows={props.rows} isHeld={held.isHeld} isOpen={props.isOpen} />
      ))}
      <li>next group</li>
    </ul>
  );
}

test('no row is added to an expanded group of a list in use, because it would move the groups below', () => {
  const view = render(<Outer rows={[a]} isOpen={false} />);
  const list = screen.getByRole('list');
  fireEvent.pointerEnter(list);
  // Expanding it is the user's own choice, and shows all.
  view.rerender(<Outer rows={[a, b]} isOpen />);
  expect(texts()).toEqual(['a', 'b', 'next group']);
  view.rerender(<Outer rows={[a, c, b]} isOpen />);
  expect(texts()).toEqual(['a', 'b', 'next group']);
  view.rerender(<Outer rows={[c, { ...b, name: 'b, again' }]} isOpen />);
  expect(texts()).toEqual(['a', 'b, again', 'next group']);
  fireEvent.pointerLeave(list);
  expect(texts()).toEqual(['c', 'b, again', 'next group']);
});
