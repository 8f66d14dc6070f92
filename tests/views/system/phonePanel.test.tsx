import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Integration } from '../../../contract/entities/site/integration.ts';
import type { PhoneCallLive, PhoneTest } from '../../../contract/entities/site/phoneCall.ts';
import { ruleMessage } from '../../../contract/rules/ruleMessage.ts';
import { PhonePanel } from '../../../src/views/system/integrations/PhonePanel.tsx';
import { eventually } from '../../support/eventually.ts';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const row = { id: 7, name: 'Exchange', kind: 'telephone', url: 'sip:4001@10.0.0.5' } as Integration;
const call: PhoneCallLive = {
  ...{ id: 1, org: null, integration: 7, at: 1_000, caller: '200', code: '12', action: 'page' },
  ...{ account: 'Front office', result: 'done', length_s: 12 },
};

async function show(answer: PhoneTest) {
  const it = createTestProviders({
    answer: ({ path }) => (path === '/v1/integration/7/test' ? ok(answer) : null),
  });
  it.app.start();
  render(<PhonePanel row={row} onClose={() => undefined} />, { wrapper: it.Providers });
  await waitFor(() => expect(it.sockets.length).toBeGreaterThan(0));
  act(() => it.sockets.at(-1)?.open());
  return it;
}

test('a test says in words that the extension is registered, or why not', async () => {
  const failed = ruleMessage('integration.registrarRefused', { status: 403, reason: 'Forbidden' });
  const first = await show({ result: 'registered', status: 200, answer_ms: 14, error: '' });
  expect(screen.getByText('Registers extension 4001 now')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Registered in 14 ms'));
  expect(first.calls.filter(({ path }) => path === '/v1/integration/7/test')).toHaveLength(1);
  cleanup();
  await show({ result: 'failed', status: 403, answer_ms: 9, error: failed });
  fireEvent.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Failed: .*403 Forbidden/));
});

test('the calls of this system are listed live, the newest first', async () => {
  const it = await show({ result: 'answered', status: 200, answer_ms: 1, error: '' });
  const wrong: PhoneCallLive = { ...call, id: 3, caller: '', code: '', action: null, result: 'wrong_pin' };
  const rows: PhoneCallLive[] = [
    call,
    { ...call, id: 2, integration: 8, caller: '999' },
    { ...wrong, account: '', length_s: null },
  ];
  await eventually(() => {
    act(() => it.snapshot('phone_call', rows));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });
  const [newest, oldest] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(newest).getByText('Wrong PIN')).toBeTruthy();
  expect(within(oldest).getByText('12 · Page a zone · Front office')).toBeTruthy();
  expect(within(oldest).getByText(/· 12 s$/)).toBeTruthy();
});
