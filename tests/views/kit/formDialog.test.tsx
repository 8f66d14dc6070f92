import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requiredText } from '../../../contract/rules/rules.ts';
import { ApiError } from '../../../src/api/error.ts';
import { FormDialog } from '../../../src/views/kit/form/FormDialog.tsx';
import { TextField } from '../../../src/views/kit/form/fields.tsx';
import { createTestProviders } from '../testProviders.tsx';

describe('FormDialog', () => {
  const schema = z.object({ name: requiredText('name', 5), count: z.string().optional() });
  function open(
    onSubmit: (values: unknown) => Promise<unknown>,
    saved: ((values: { name: string }) => string) | 'elsewhere' = 'elsewhere',
    submitLabel?: string,
  ) {
    const { Providers, centre } = createTestProviders();
    let closed = 0;
    render(
      <Providers>
        <FormDialog
          title="New zone"
          schema={schema}
          defaults={{ name: '' }}
          onSubmit={onSubmit}
          saved={saved}
          {...(submitLabel === undefined ? {} : { submitLabel })}
          onClose={() => {
            closed += 1;
          }}
        >
          {({ control }) => <TextField control={control} name="name" label="Name" />}
        </FormDialog>
      </Providers>,
    );
    const input = screen.getByLabelText('Name') as HTMLInputElement;
    const type = (value: string) => fireEvent.change(input, { target: { value } });
    const save = () => act(async () => void fireEvent.click(screen.getByText(submitLabel ?? 'Save')));
    const messages = () => centre.list$.value.map(({ kind, text }) => `${kind}: ${text}`);
    return { input, type, save, messages, closed: () => closed };
  }

  it('shows errors beside the field, in the texts of the catalogue, and keeps the input', async () => {
    const it = open(async () => null);
    await it.save();
    await screen.findByText('Please enter a name!');
    it.type('too long a name');
    await it.save();
    await screen.findByText('Length between 1 and 5 characters!');
    expect(it.input.value).toBe('too long a name');
    expect(it.closed()).toBe(0);
  });

  it("shows the server's message at the form and its field errors beside their fields", async () => {
    const body = {
      code: 409,
      value: { fields: [{ path: 'name', key: 'common.nameTaken', message: 'The name is taken' }] },
    };
    const it = open(() => Promise.reject(new ApiError({ code: 409, message: 'Not possible now', body })));
    it.type('Hall');
    await it.save();
    await screen.findByText('The name is taken');
    expect(screen.getByText('Not possible now').closest('[role=alert]')).not.toBeNull();
    expect(it.input.value).toBe('Hall');
    expect(it.closed()).toBe(0);
  });

  it.each([
    [undefined, 'Not saved'],
    ['Ring', 'Not done'],
  ])(
    'says of a refusal that nothing was saved, or that its action (%s) was not done',
    async (label, title) => {
      const refuse = () => Promise.reject(new ApiError({ code: 999, message: 'Busy' }));
      const it = open(refuse, 'elsewhere', label);
      it.type('Hall');
      await it.save();
      expect((await screen.findByText('Busy')).closest('[role=alert]')?.textContent).toContain(title);
    },
  );

  it('closes after a successful save with the checked values', async () => {
    const saved: unknown[] = [];
    const it = open(async (values) => saved.push(values));
    it.type('Hall');
    await it.save();
    await waitFor(() => expect(it.closed()).toBe(1));
    expect(saved).toEqual([{ name: 'Hall' }]);
  });

  it('marks an empty field when it is left after a change, not when it is only left', async () => {
    const it = open(async () => null);
    const leave = () => act(async () => void fireEvent.blur(it.input));
    fireEvent.focus(it.input);
    await leave();
    expect(screen.queryByText('Please enter a name!')).toBeNull();
    it.type('Hall');
    it.type('');
    await leave();
    await screen.findByText('Please enter a name!');
  });

  it('says what was done after a successful save only', async () => {
    const refused = open(
      () => Promise.reject(new ApiError({ code: 409, message: 'Not possible now' })),
      ({ name }) => `Saved: ${name}`,
    );
    refused.type('Hall');
    await refused.save();
    await screen.findByText('Not possible now');
    expect(refused.messages()).toEqual([]);
    cleanup();
    const it = open(
      async () => null,
      ({ name }) => `Saved: ${name}`,
    );
    it.type('Hall');
    await it.save();
    await waitFor(() => expect(it.messages()).toEqual(['done: Saved: Hall']));
  });

  it('saves once on a double click, before the button is rendered as busy', async () => {
    const saved: unknown[] = [];
    const it = open(async (values) => saved.push(values));
    it.type('Hall');
    await act(async () => {
      fireEvent.click(screen.getByText('Save'));
      fireEvent.click(screen.getByText('Save'));
    });
    await waitFor(() => expect(it.closed()).toBe(1));
    expect(saved).toHaveLength(1);
  });
});
