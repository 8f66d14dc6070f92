import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { openTalker } from '../talk/consoleTalker.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';

/** Pages of two consoles that meet at one loudspeaker. */
let site: TalkSite;
let hall: number;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  site = await startTalkSite();
  hall = (await site.speaker('HALL-1')).id;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  site.stopTerminals();
  await site.close();
});

const waiting = () => site.deps.broadcasting.queue.waiting();
const isOver = () =>
  expect.poll(() => [...site.deps.broadcasting.engine.all()].length, { timeout: 60_000 }).toBe(0);
async function talker() {
  const one = await openTalker(site, site.token);
  sockets.push(one.socket);
  return one;
}
const page = (fields: object) => ({ mode: 'page', targets: { devices: [hall] }, ...fields });

test('a page that waits is told for what, and is granted when the other has ended', async () => {
  const [first, second] = [await talker(), await talker()];
  first.start(page({}));
  const granted = await first.next('talk.granted');
  first.speak(granted.stream);
  second.start(page({ busy_policy: 'wait', wait_s: 600, priority: 90 }));
  const told = await second.next('talk.waiting');
  expect(told).toMatchObject({ position: 1, targets: 1, waits_for: [{ terminals: 1, left_ms: null }] });
  expect(told.left_ms).toBeGreaterThan(500_000);
  // Repeated, so that the speaker knows that the connection works.
  await second.next('talk.waiting');
  first.socket.send(JSON.stringify({ type: 'talk.stop', stream: granted.stream }));
  expect(await second.next('talk.granted')).toMatchObject({ targets: 1 });
  second.socket.close();
  await isOver();
});

test('a stop or the end of the connection ends the wait; a busy terminal refuses or is left out', async () => {
  const [first, second, third] = [await talker(), await talker(), await talker()];
  first.start(page({}));
  first.speak((await first.next('talk.granted')).stream);
  second.start(page({ busy_policy: 'refuse' }));
  expect(await second.next('talk.refused')).toMatchObject({ code: 'busy' });
  second.start(page({ busy_policy: 'wait', wait_s: 600 }));
  await second.next('talk.waiting');
  second.socket.send(JSON.stringify({ type: 'talk.stop', stream: 0 }));
  await expect.poll(() => waiting().length, { timeout: 60_000 }).toBe(0);
  second.start(page({ busy_policy: 'wait', wait_s: 1 }));
  expect(await second.next('talk.refused')).toMatchObject({ code: 'busy' });
  third.start(page({ busy_policy: 'wait', wait_s: 600 }));
  await third.next('talk.waiting');
  third.socket.close();
  await expect.poll(() => waiting().length, { timeout: 60_000 }).toBe(0);
  // An all-call never waits, whatever it asks.
  second.start({ mode: 'all_call', busy_policy: 'wait' });
  expect(await second.next('talk.granted')).toMatchObject({ targets: 1 });
});
