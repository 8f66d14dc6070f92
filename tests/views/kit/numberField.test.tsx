import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { NumberField } from '../../../src/views/kit/form/fields.tsx';
import { createTestProviders } from '../testProviders.tsx';

const { Providers } = createTestProviders();
let value: number | undefined;
let isDirty = false;
function Form() {
  const form = useForm({ defaultValues: { days: 30 } });
  ({ isDirty } = form.formState);
  value = form.watch('days');
  return <NumberField control={form.control} name="days" label="Days" min={0} max={365} />;
}
const field = () => {
  render(
    <Providers>
      <Form />
    </Providers>,
  );
  return screen.getByRole('spinbutton', { name: 'Days' });
};

it('a typed number is in the form before its field is left', () => {
  const input = field();
  fireEvent.change(input, { target: { value: '4' } });
  expect([value, isDirty]).toEqual([4, true]);
  fireEvent.change(input, { target: { value: '45' } });
  expect([value, isDirty]).toEqual([45, true]);
  fireEvent.change(input, { target: { value: '30' } });
  expect([value, isDirty]).toEqual([30, false]);
});

it('text that is no number is no value, and stays as typed until its field is left', () => {
  const input = field();
  for (const text of ['', '-', '4 weeks']) {
    fireEvent.change(input, { target: { value: text } });
    expect(value).toBeNaN();
    expect(input).toHaveProperty('value', text);
  }
  fireEvent.blur(input);
  expect(input).toHaveProperty('value', '');
  fireEvent.change(input, { target: { value: '７' } });
  fireEvent.blur(input);
  expect([value, (input as HTMLInputElement).value]).toEqual([7, '7']);
});

it('arrow keys go on from the typed number', () => {
  const input = field();
  fireEvent.change(input, { target: { value: '99' } });
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(value).toBe(100);
});

it('every number field of the console is of this kind', () => {
  const views = join(import.meta.dirname, '../../../src');
  const bare = readdirSync(views, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .filter((name) => readFileSync(join(views, name), 'utf8').includes('<SpinButton'));
  expect(bare.map((name) => name.replaceAll('\\', '/'))).toEqual(['views/kit/form/NumberInput.tsx']);
});
