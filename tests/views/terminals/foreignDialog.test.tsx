import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ForeignDialog } from '../../../src/views/terminals/devices/foreign/ForeignDialog.tsx';
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
        <ForeignDialog zones={[]} org={3} onClose={onClose} />
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

test('a SIP loudspeaker is added by its extension', async () => {
  const bodies: object[] = [];
  const { Providers } = createTestProviders({
    answer(call) {
      if (call.path === '/v1/device/foreign/interface') return ok([]);
      if (call.path !== '/v1/device/foreign') return null;
      bodies.push(call.body as object);
      return ok({ id: 6, name: 'Hall' });
    },
  });
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <Providers>
        <ForeignDialog zones={[]} org={3} onClose={onClose} />
      </Providers>
    </MemoryRouter>,
  );
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  fireEvent.click(screen.getByRole('combobox', { name: /^Transport/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'SIP call' }));
  type(/^Name/, 'Hall');
  type(/^SIP address/, 'no host@');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Enter an extension and host/);
  type(/^SIP address/, '4001@10.0.0.5:5062');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toMatchObject([
    { name: 'Hall', foreign: { transport: 'sip', uri: '4001@10.0.0.5:5062', codec: 'any' } },
  ]);
});

test('a level of priority is added with the number of the maker; a wrong number is refused beside its field', async () => {
  const bodies: object[] = [];
  const { Providers } = createTestProviders({
    answer(call) {
      if (call.path === '/v1/device/foreign/interface') return ok([]);
      if (call.path !== '/v1/device/foreign') return null;
      bodies.push(call.body as object);
      return ok({ id: 7, name: 'Hall' });
    },
  });
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <Providers>
        <ForeignDialog zones={[]} org={3} onClose={onClose} />
      </Providers>
    </MemoryRouter>,
  );
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  type(screen.getByRole('textbox', { name: /^Name/ }), 'Hall');
  type(screen.getByRole('textbox', { name: /^Group address/ }), '239.255.0.9');
  fireEvent.click(screen.getByRole('button', { name: 'Add level' }));
  const level = within(screen.getByRole('group', { name: 'Level 1' }));
  type(level.getByRole('textbox', { name: /^Group address/ }), '239.255.0.10');
  fireEvent.click(screen.getByRole('combobox', { name: /^Numbers of the maker/ }));
  fireEvent.click(await screen.findByRole('option', { name: /^Yealink/ }));
  const number = await level.findByRole('spinbutton', { name: /^Priority number/ });
  type(number, '31');
  fireEvent.blur(number);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/must be higher than the level before/);
  expect(bodies).toEqual([]);
  type(number, '1');
  fireEvent.blur(number);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toMatchObject([
    {
      foreign: {
        ...{ scale: 'yealink', number: 31 },
        levels: [{ from: 2000, group: '239.255.0.10', port: 5006, number: 1 }],
      },
    },
  ]);
});

test('a loudspeaker by HTTP is added with its account; an account without a password is refused', async () => {
  const bodies: object[] = [];
  const { Providers } = createTestProviders({
    answer(call) {
      if (call.path !== '/v1/device/foreign') return null;
      bodies.push(call.body as object);
      return ok({ id: 8, name: 'Porch' });
    },
  });
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <Providers>
        <ForeignDialog zones={[]} org={3} onClose={onClose} />
      </Providers>
    </MemoryRouter>,
  );
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  fireEvent.click(screen.getByRole('combobox', { name: /^Transport/ }));
  fireEvent.click(await screen.findByRole('option', { name: /VAPIX/ }));
  type(/^Name/, 'Porch');
  type(/^Address/, 'https://root:pass@10.0.0.7');
  type(/^User name/, 'root');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/without a user name/);
  type(/^Address/, 'https://10.0.0.7');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Enter the password/);
  expect(bodies).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'pass' } });
  type(/^Fingerprint/, 'AB:'.repeat(31).concat('AB'));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies).toMatchObject([
    {
      foreign_password: 'pass',
      foreign: { transport: 'vapix', url: 'https://10.0.0.7', user: 'root', certificate: 'ab'.repeat(32) },
    },
  ]);
});
