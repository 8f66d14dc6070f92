import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { ToConsole } from '../../contract/api/live.ts';
import { createClientState } from '../../src/streams/clientState.ts';

/** docs/rules/live.md#the-latest-message-of-the-socket */
test('the latest message of the socket is kept with its time, until the login ends', () => {
  const client = createClientState();
  const messages$ = new Subject<ToConsole>();
  let now = 100;
  client.follow(messages$, () => now);
  expect(client.latestMessage$.value).toBeNull();
  messages$.next({ type: 'frame', at: 1, updates: [] });
  now = 250;
  messages$.next({ type: 'rights' });
  expect(client.latestMessage$.value).toEqual({ message: { type: 'rights' }, at: 250 });
  client.clear();
  expect(client.latestMessage$.value).toBeNull();
});

test('the page listens to one terminal at a time, and the end of an earlier one does not end it', () => {
  const client = createClientState();
  const first = client.subscribed({ terminal: 1, what: 'play' });
  const second = client.subscribed({ terminal: 2, what: 'pick' });
  client.unsubscribed(first);
  expect(client.deviceSubScribeInfo$.value).toBe(second);
  client.unsubscribed(null);
  expect(client.deviceSubScribeInfo$.value).toBe(second);
  client.unsubscribed(second);
  expect(client.deviceSubScribeInfo$.value).toBeNull();
});

test('a zone that is selected again is not told again', () => {
  const client = createClientState();
  const told: (number | null)[] = [];
  client.currentOrgId$.subscribe((zone) => told.push(zone));
  client.selectZone(3);
  client.selectZone(3);
  client.selectZone(null);
  expect(told).toEqual([null, 3, null]);
});
