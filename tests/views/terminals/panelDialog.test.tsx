import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { PanelDialog } from '../../../src/views/terminals/fireDevices/PanelDialog.tsx';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

test('a panel is tried and added; the other protocol has its own settings', async () => {
  const bodies: object[] = [];
  const { Providers } = createTestProviders({
    answer(call) {
      if (call.path === '/v1/fire_control_device/panel/test')
        return ok({ works: false, error: 'panel.exception?code=2', answer_ms: null, active: [] });
      if (call.path !== '/v1/fire_control_device/panel') return null;
      bodies.push(call.body as object);
      return ok({ id: 5, name: 'Panel A' });
    },
  });
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <Providers>
        <PanelDialog zones={[]} org={3} onClose={onClose} />
      </Providers>
    </MemoryRouter>,
  );
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  type(/^Name/, 'Panel A');
  type(/^Address/, '10.0.0.9');
  expect(screen.getByRole('spinbutton', { name: /^Unit/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }));
  await screen.findByText('Modbus exception 2');
  fireEvent.change(screen.getByRole('combobox', { name: /^Protocol/ }), { target: { value: 'espa_444' } });
  // The address is kept; the calls of input 1 are those of ESPA.
  await screen.findByRole('textbox', { name: 'Input 1 Call address' });
  type(/^Input 1 Call address/, '10');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toMatchObject([
    {
      ...{ name: 'Panel A', org: 3 },
      panel: { protocol: 'espa_444', panel_host: '10.0.0.9', inputs: [{ pager: '10', text: '' }] },
    },
  ]);
});
