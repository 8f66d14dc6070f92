import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { VirtualCaster } from '../../../contract/entities/terminals/virtualCaster.ts';
import { VirtualCasterDialog } from '../../../src/views/terminals/casters/VirtualCasterDialog.tsx';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const porter: VirtualCaster = {
  id: 3,
  name: 'Porter',
  call_number: '900',
  ring: 'all',
  casters: [1, 2],
  whole: true,
  rev: 1,
  created_at: 0,
};

it('number and member are required; nothing is sent before', async () => {
  const { Providers, calls } = createTestProviders();
  render(
    <Providers>
      <VirtualCasterDialog row={null} onClose={() => {}} />
    </Providers>,
  );
  fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Porter' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/quick number of 1 to 12 digits/)).toBeTruthy();
  expect(screen.getByText(/select casters/)).toBeTruthy();
  expect(calls.filter(({ method }) => method.toUpperCase() === 'POST')).toEqual([]);
});

it('the second to save sees the changes of the first, and saves on top of them', async () => {
  const theirs: VirtualCaster = { ...porter, rev: 2, ring: 'order' };
  const bodies: unknown[] = [];
  const { Providers } = createTestProviders({
    answer(call) {
      if (call.path !== '/v1/virtual_caster/3') return null;
      if (call.method.toUpperCase() === 'GET') return ok(theirs);
      bodies.push(call.body);
      return bodies.length === 1 ? failed(409, 'Changed by somebody else') : ok(theirs);
    },
  });
  const onClose = vi.fn();
  render(
    <Providers>
      <VirtualCasterDialog row={porter} onClose={onClose} />
    </Providers>,
  );
  fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Night porter' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const merge = await screen.findByTestId('merge');
  expect(merge.textContent).toMatch(/Theirs: .*one after another/i);
  expect(merge.textContent).not.toContain('order');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toMatchObject([
    { name: 'Night porter', ring: 'all', rev: 1 },
    { name: 'Night porter', ring: 'order', rev: 2 },
  ]);
});
