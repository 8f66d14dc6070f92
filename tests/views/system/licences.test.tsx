import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { systemConfigDefaults } from '../../../contract/entities/site/systemConfig.ts';
import type { TerminalLicence } from '../../../contract/entities/site/terminalLicence.ts';
import { LatestMessage } from '../../../src/views/system/settings/LatestMessage.tsx';
import { Component as SystemSettings } from '../../../src/views/system/settings/SystemSettings.tsx';
import { TerminalLicences } from '../../../src/views/system/settings/TerminalLicences.tsx';
import { ok } from '../../support/fakeServer.ts';
import { device } from '../terminals/rows.ts';
import { createTestProviders } from '../testProviders.tsx';

const licences: TerminalLicence[] = [
  { kind: 'device', used: 12, limit: 20 },
  { kind: 'xtts', used: 1, limit: 0 },
];

function show(View: ComponentType, path = '/') {
  const stored = systemConfigDefaults(true);
  const it = createTestProviders({
    answer({ method, path: asked, body }) {
      if (asked === '/v1/sys/terminal_licence') return ok(licences);
      if (asked !== '/v1/sys/config') return null;
      return method === 'get' ? ok(stored) : ok({ ...stored, ...(body as object) });
    },
  });
  const stop = it.app.start();
  const { Providers } = it;
  render(
    <MemoryRouter initialEntries={[path]}>
      <Providers>
        <View />
      </Providers>
    </MemoryRouter>,
  );
  return { ...it, stop };
}

test('the settings have a number of licences per kind, with those in use; only what changed is sent', async () => {
  const { calls, stop } = show(SystemSettings, '/system');
  const field = await screen.findByRole('spinbutton', { name: 'Sound column' });
  await screen.findByText('12 in use');
  fireEvent.change(field, { target: { value: '20' } });
  fireEvent.blur(field);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'patch').map(({ body }) => body)).toEqual([
      { licences_device: 20 },
    ]),
  );
  stop();
});

test('the version screen shows the licences of each kind', async () => {
  const { stop } = show(TerminalLicences);
  const table = await screen.findByTestId('terminal-licences');
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'KindAdoptedLicences',
    'Sound column1220',
    'TTS terminal1Unlimited',
  ]);
  stop();
});

test('TTS online authorization is a part of the system configuration: opened or not, online or offline, revoke', async () => {
  const it = show(SystemSettings, '/system?tab=tts');
  await screen.findByRole('heading', { name: 'TTS online authorization' });
  await waitFor(() => expect(it.sockets.length).toBe(1));
  act(() => it.sockets[0]?.open());
  const row = (id: number, name: string, licenses: number, online: boolean) => ({
    ...device({ id, name, code: name, kind: 'xtts', role: 3, online }),
    ...{ licenses, status: null },
  });
  await waitFor(() =>
    expect(it.sockets[0]?.sent.map((one) => ('topic' in one ? one.topic : ''))).toContain('xtts'),
  );
  act(() => {
    it.snapshot('xtts', [row(4, 'Voice B', 0, false), row(3, 'Voice A', 2, true)]);
    it.snapshot('tts_license', [{ id: 1, ...{ org: null, total: 10, granted: 2 } }]);
  });
  const table = await screen.findByTestId('tts-authorization');
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent).toContain('Voice A');
  expect(first?.textContent).toContain('OpenedOnline2');
  expect(second?.textContent).toContain('Not openedOffline0');
  expect(screen.getByRole('button', { name: 'Licences 2 of 10' })).toBeTruthy();
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(
      it.calls.filter(({ path }) => path === '/v1/sys/tts_license').map(({ body }) => body),
    ).toMatchObject([{ id: 3, action: 'revoke' }]),
  );
  it.stop();
});

test('the latest socket message is shown with its kind and age', async () => {
  const it = show(LatestMessage);
  await waitFor(() => expect(it.sockets.length).toBe(1));
  expect(screen.getByText('Nothing received yet')).toBeTruthy();
  act(() => it.sockets[0]?.open());
  act(() => it.sockets[0]?.receive({ type: 'frame', at: 5, updates: [] }));
  await waitFor(() =>
    expect(screen.getByTestId('latest-message').textContent).toBe(
      JSON.stringify({ type: 'frame', at: 5, updates: [] }),
    ),
  );
  expect(screen.getByTestId('latest-message-type').textContent).toBe('frame, 0 s ago');
  it.stop();
});
