import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { PlainHttp } from '../../../contract/entities/site/plainHttp.ts';
import { systemConfigDefaults } from '../../../contract/entities/site/systemConfig.ts';
import { Component } from '../../../src/views/system/settings/SystemSettings.tsx';
import { failed, ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const nothing: PlainHttp = {
  ...{
    secure: true,
    own_login: false,
    logins: 0,
    consoles: 0,
    terminals: [],
    found_terminals: 0,
    other_terminals: 0,
    exposed_secrets: 0,
    lasting_secrets: 0,
  },
};
const some: PlainHttp = {
  ...{ secure: true, own_login: true, logins: 3, consoles: 2, found_terminals: 2, other_terminals: 1 },
  ...{ exposed_secrets: 5, lasting_secrets: 2 },
  terminals: [
    { id: 7, code: 'HALL1', name: 'Hall', kind: 'device' },
    { id: 8, code: 'GATE1', name: 'Gate', kind: 'caster' },
  ],
};

/** Opens the settings, switches it on and saves. Returns what was sent to the server. */
async function save(plain: PlainHttp) {
  const stored = systemConfigDefaults(true);
  const providers = createTestProviders({
    answer({ method, path }) {
      if (path === '/v1/sys/plain_http') return ok(plain);
      if (path !== '/v1/sys/config') return null;
      if (method === 'get') return ok(stored);
      return plain.secure
        ? ok({ ...stored, https_only: true })
        : failed(999, 'Open the console over HTTPS first', 400);
    },
  });
  const { Providers } = providers;
  const shown = render(
    <MemoryRouter>
      <Providers>
        <Component />
      </Providers>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('switch', { name: 'HTTPS only' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return {
    shown,
    sent: () => providers.calls.filter(({ method }) => method === 'patch').map(({ body }) => body),
  };
}

test('the question names the terminals by plain HTTP, the consoles, and the own login', async () => {
  const { sent, shown } = await save(some);
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('3 terminals are connected over plain HTTP');
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['HallSound column HALL1', 'GateCaster GATE1', '1 more that you may not view']);
  expect(dialog.textContent).toContain('2 found terminals, not adopted, are connected over plain HTTP');
  expect(dialog.textContent).toContain('2 consoles and wall displays are open over plain HTTP');
  expect(dialog.textContent).toContain('3 sessions were used over plain HTTP');
  expect(dialog.textContent).toContain('Your session is one of them');
  expect(dialog.textContent).toContain(
    '5 terminals have sent, or may have sent, their secrets over plain HTTP',
  );
  expect(dialog.textContent).toContain('2 of them cannot take a new one');
  expect(dialog.textContent).toContain('Passwords entered over plain HTTP');
  expect(sent()).toEqual([]);

  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const button = screen.getByRole('button', { name: 'Save' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  expect(sent()).toEqual([]);

  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('button', { name: 'Enable' }));
  await waitFor(() => expect(sent()).toEqual([{ https_only: true }]));
  shown.unmount();
});

test('the switch needs no confirmation if no client uses plain HTTP', async () => {
  const { sent, shown } = await save(nothing);
  await waitFor(() => expect(sent()).toEqual([{ https_only: true }]));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  shown.unmount();
});

test('on a page opened by plain HTTP the refusal of the server is shown', async () => {
  const { shown } = await save({ ...some, secure: false });
  await screen.findByText('Open the console over HTTPS first');
  shown.unmount();
});
