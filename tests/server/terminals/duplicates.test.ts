import { afterEach, beforeEach, expect, test } from 'vitest';
import { TerminalClient } from '../../support/terminalClient.ts';
import { startGateway, type TestGateway, welcomed } from './support.ts';

let at: TestGateway;
beforeEach(async () => {
  // A living terminal answers, on a busy machine with a delay.
  at = await startGateway({ probeMs: 10_000 });
  at.know(7, 'A-7');
});
afterEach(async () => {
  await at.close();
  expect(at.errors).toEqual([]);
});
const secret = 'secret-A-7';

test('the newer of two living terminals is refused, and both addresses are reported', async () => {
  const older = await welcomed(at, 'A-7');
  const newer = await TerminalClient.hello(at.url, { code: 'A-7', secret });
  const refusal = await newer.next('refused');
  expect(refusal).toMatchObject({ code: 'duplicate', retry_s: expect.any(Number) });
  expect(refusal.message).toContain('127.0.0.1');
  await newer.closed();
  expect(at.duplicates).toEqual([{ code: 'A-7', holder: '127.0.0.1', refused: '127.0.0.1', terminalId: 7 }]);
  older.send({ type: 'time', t0: 1 });
  await older.next('time');
  expect(at.events).toEqual(['online 7']);
});

test('an older connection that answers no ping is replaced', async () => {
  await at.close();
  at = await startGateway({ probeMs: 300 });
  at.know(7, 'A-7');
  const older = new TerminalClient(at.url, { autoPong: false });
  await older.opened();
  older.hello({ code: 'A-7', secret, boot: 'frozen' });
  await older.next('welcome');
  const newer = await TerminalClient.hello(at.url, { code: 'A-7', secret });
  await newer.next('welcome');
  await older.closed();
  expect(at.events).toEqual(['online 7', 'offline 7', 'online 7']);
  expect(at.duplicates).toEqual([]);
  expect(at.gateway.link(7)).toBeDefined();
});

test('a reconnecting program replaces its own dead connection at once', async () => {
  await welcomed(at, 'A-7', 'run-1');
  await welcomed(at, 'A-7', 'run-1');
  expect(at.events).toEqual(['online 7', 'offline 7', 'online 7']);
  expect(at.duplicates).toEqual([]);
});

test('a stranger without the secret cannot replace a terminal or keep it out', async () => {
  const owner = await welcomed(at, 'A-7');
  const stranger = await TerminalClient.hello(at.url, { code: 'A-7' });
  const refused = await stranger.next('refused');
  expect(refused).toMatchObject({ code: 'duplicate' });
  expect(refused.message).not.toContain('127.0.0.1');
  await owner.drop();
  const early = await TerminalClient.hello(at.url, { code: 'A-7' });
  await early.next('found');
  await welcomed(at, 'A-7', 'back');
  expect(await early.next('refused')).toMatchObject({ code: 'duplicate' });
  await expect.poll(() => at.found.size).toBe(0);
});

test('of two found terminals with one code the first stays', async () => {
  const first = await TerminalClient.hello(at.url, { code: 'TWIN' });
  await first.next('found');
  const second = await TerminalClient.hello(at.url, { code: 'TWIN' });
  expect(await second.next('refused')).toMatchObject({ code: 'duplicate' });
  expect(at.duplicates).toMatchObject([{ code: 'TWIN', terminalId: null }]);
  await first.drop();
  await expect.poll(() => at.found.size).toBe(0);
  const third = await TerminalClient.hello(at.url, { code: 'TWIN' });
  await third.next('found');
});

test('of many simultaneous connections under one code exactly one stays', async () => {
  const clients = await Promise.all(
    Array.from({ length: 8 }, () => TerminalClient.hello(at.url, { code: 'A-7', secret })),
  );
  await expect.poll(() => clients.filter((one) => one.closeCode !== null).length).toBe(7);
  const [alive] = clients.filter((one) => one.closeCode === null);
  await alive?.next('welcome');
  expect(at.events).toEqual(['online 7']);
});
