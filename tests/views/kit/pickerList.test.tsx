import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { type Candidate, withMembers } from '../../../src/views/kit/picker/members.ts';
import { PickerList } from '../../../src/views/kit/picker/PickerList.tsx';
import { createTestProviders } from '../testProviders.tsx';

const members = Array.from(
  { length: 40 },
  (_, i): Candidate => ({
    id: i,
    name: `T${i}`,
    code: '',
    zone: null,
    zoneName: '',
    status: 'free',
    state: 'free',
    text: '',
  }),
);

function setup() {
  const { Providers } = createTestProviders();
  let chosen: ReadonlySet<number> = new Set();
  function List() {
    const [held, setHeld] = useState(chosen);
    chosen = held;
    return (
      <PickerList
        label="Members"
        members={members}
        chosen={held}
        put={(some, isIn) => setHeld(withMembers(held, some, isIn))}
        focus={{ current: null }}
      />
    );
  }
  render(
    <Providers>
      <List />
    </Providers>,
  );
  const list = screen.getByRole('listbox', { name: 'Members' });
  return {
    press: (key: string, more: object = {}) => fireEvent.keyDown(list, { key, ...more }),
    chosen: () => [...chosen].sort((a, b) => a - b),
  };
}

it('Space toggles, Shift+Space gives a range the state of its first row', () => {
  const { press, chosen } = setup();
  press(' ');
  expect(chosen()).toEqual([0]);
  for (let i = 0; i < 3; i++) press('ArrowDown');
  press(' ', { shiftKey: true });
  expect(chosen()).toEqual([0, 1, 2, 3]);
  press('Home');
  press(' ');
  press('PageDown');
  press(' ', { shiftKey: true });
  expect(chosen()).toEqual([]);
});

it('Ctrl+A selects all; End and Home move to the ends', () => {
  const { press, chosen } = setup();
  press('a', { ctrlKey: true });
  expect(chosen()).toHaveLength(40);
  press('End');
  press(' ');
  expect(chosen()).not.toContain(39);
  press('ArrowDown');
  press(' ');
  expect(chosen()).toContain(39);
});
