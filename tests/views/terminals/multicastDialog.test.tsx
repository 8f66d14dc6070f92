import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { MulticastDialog } from '../../../src/views/terminals/devices/MulticastDialog.tsx';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

test('a loudspeaker is added by a multicast address; another address is refused beside its field', async () => {
  const bodies: object[] = [];
  const { Providers } = createTestProviders({
    answer(call) {
      if (call.path === '/v1/device/foreign/interface') return ok([{ name: 'eth0', interface: '10.0.0.2' }]);
      if (call.path !== '/v1/device/foreign') return null;
      bodies.push(call.body as object);
      return ok({ id: 5, name: 'Yard' });
    },
  });
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <Providers>
        <MulticastDialog zones={[]} org={3} onClose={onClose} />
      </Providers>
    </MemoryRouter>,
  );
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  expect(screen.getByText(/not encrypted/)).toBeTruthy();
  type(/^Name/, 'Yard');
  type(/^Group address/, '10.0.0.9');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Enter a multicast address/);
  expect(bodies).toEqual([]);
  type(/^Group address/, '239.255.0.9');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toMatchObject([
    { name: 'Yard', org: 3, foreign: { group: '239.255.0.9', port: 5004, codec: 'g722', packet_ms: 20 } },
  ]);
});
