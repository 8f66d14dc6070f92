import { expect, test } from 'vitest';
import type { ToConsole } from '../../contract/api/live.ts';
import { type LiveSocket, openLiveSocket, SocketClosed } from '../../src/api/socket.ts';
import { socketMaker } from '../support/fakeSocket.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function setup(ticket: () => Promise<string> = async () => 'a+b') {
  const { made, create } = socketMaker();
  const opened: LiveSocket[] = [];
  const errors: unknown[] = [];
  const subscription = openLiveSocket({ ticket, origin: 'ws://site', createWebSocket: create }).subscribe({
    next: (socket) => opened.push(socket),
    error: (error) => errors.push(error),
  });
  return { made, opened, errors, subscription };
}

test('a live socket opens with its own ticket and passes messages both ways', async () => {
  const { made, opened } = setup();
  await settled();
  expect(made[0]!.url).toBe('ws://site/v1/socket?ticket=a%2Bb');
  expect(opened).toEqual([]);
  made[0]!.open();
  const messages: ToConsole[] = [];
  opened[0]!.messages$.subscribe((message) => messages.push(message));
  made[0]!.receive({ type: 'frame', at: 1, updates: [] });
  expect(messages).toEqual([{ type: 'frame', at: 1, updates: [] }]);
  opened[0]!.send({ type: 'ping', t0: 5 });
  expect(made[0]!.sent).toEqual([{ type: 'ping', t0: 5 }]);
});

test('a socket that closes errors with its code, and its messages end', async () => {
  const { made, opened, errors } = setup();
  await settled();
  made[0]!.open();
  let ended = false;
  opened[0]!.messages$.subscribe({ complete: () => (ended = true) });
  made[0]!.drop(1006);
  expect(errors[0]).toBeInstanceOf(SocketClosed);
  expect(errors[0]).toMatchObject({ code: 1006 });
  expect(ended).toBe(true);
  opened[0]!.send({ type: 'ping', t0: 5 });
  expect(made[0]!.sent).toEqual([]);
});

test('without a ticket no socket is opened', async () => {
  const { made, errors } = setup(() => Promise.reject(new Error('no')));
  await settled();
  expect(made).toEqual([]);
  expect(errors).toMatchObject([{ message: 'no' }]);
});

test('unsubscribing before the ticket arrives opens nothing; later it closes the socket', async () => {
  const early = setup();
  early.subscription.unsubscribe();
  await settled();
  expect(early.made).toEqual([]);
  const late = setup();
  await settled();
  late.made[0]!.open();
  late.subscription.unsubscribe();
  expect(late.made[0]!.readyState).toBe(3);
  expect(late.errors).toEqual([]);
});
