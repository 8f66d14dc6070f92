import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DayInput } from '../../../../src/views/kit/time/DayInput.tsx';
import { createTestProviders } from '../../testProviders.tsx';

const taken: string[] = [];
function Held(props: { withTime?: boolean }) {
  const [value, setValue] = useState('2026-02-01');
  return (
    <DayInput
      {...props}
      aria-label="Day"
      value={value}
      onChange={(next) => {
        taken.push(next);
        setValue(next);
      }}
    />
  );
}

it('a date is shown and passed on as YYYY-MM-DD, however it is typed', () => {
  const { Providers } = createTestProviders();
  render(<Held />, { wrapper: Providers });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' });
  expect(field.value).toBe('2026-02-01');
  fireEvent.change(field, { target: { value: '2026/3/1' } });
  expect(taken.at(-1)).toBe('2026-03-01');
  expect(field.value).toBe('2026/3/1');
  fireEvent.blur(field);
  expect(field.value).toBe('2026-03-01');
});

it('a text that is no date is passed on as typed, and no date as the empty text', () => {
  const { Providers } = createTestProviders();
  render(<Held />, { wrapper: Providers });
  const field = screen.getByRole('textbox', { name: 'Day' });
  for (const text of ['3/1/2026', '']) {
    fireEvent.change(field, { target: { value: text } });
    expect(taken.at(-1)).toBe(text);
  }
});

it('a day chosen in the calendar keeps the time of day', async () => {
  const { Providers } = createTestProviders();
  render(<Held withTime />, { wrapper: Providers });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' });
  fireEvent.change(field, { target: { value: '2026-02-01 08:30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Choose a date' }));
  const calendar = within(await screen.findByRole('dialog'));
  fireEvent.click(calendar.getByRole('button', { name: 'Tuesday, February 10, 2026' }));
  expect(taken.at(-1)).toBe('2026-02-10 08:30:00');
});
