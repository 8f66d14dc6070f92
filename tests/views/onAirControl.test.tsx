import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BroadcastLive } from '../../contract/entities/tasks/broadcast.ts';
import { OnAirControl } from '../../src/views/shell/OnAirControl.tsx';
import { ok } from '../support/fakeServer.ts';
import { createTestProviders } from './testProviders.tsx';

async function open(starts: number) {
  const it = createTestProviders({
    permissions: ['menu_real_time_task', 'operate_real_time_task'],
    answer: (call) => (call.path === '/v1/task/stop_all' ? ok({ results: [], starts }) : null),
  });
  const stop = it.app.start();
  const view = render(<OnAirControl />, { wrapper: it.Providers });
  const press = (element: HTMLElement) => act(async () => void fireEvent.click(element));
  const messages = () => it.centre.list$.value.map(({ text }) => text);
  const stopAll = () => screen.getByRole('button', { name: 'Stop all', hidden: true });
  return { ...it, view, stop, press, messages, stopAll };
}

test('stop all is available while no broadcast is known, and reports a start that it has stopped', async () => {
  const it = await open(1);
  await it.press(screen.getByTestId('on-air'));
  await it.press(it.stopAll());
  await waitFor(() => expect(it.messages()).toEqual(['1 broadcast was stopped before it began']));
  it.stop();
});

test('stop all is available without broadcasts, and reports when there was nothing to stop', async () => {
  const it = await open(0);
  await waitFor(() => expect(it.sockets).toHaveLength(1));
  act(() => it.sockets[0]?.open());
  await waitFor(() => expect(it.sockets[0]?.sent.some((one) => 'topic' in one && one.topic === 'task')));
  act(() => it.snapshot('task', [] as BroadcastLive[]));
  await waitFor(() => expect(screen.getByTestId('on-air').textContent).toContain('Nothing on the air'));
  await it.press(screen.getByTestId('on-air'));
  await it.press(it.stopAll());
  await waitFor(() => expect(it.messages()).toEqual(['Nothing was on the air or about to begin.']));
  it.stop();
});
