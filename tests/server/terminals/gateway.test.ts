import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeCode, LONGEST_LEAD_US, MAX_LEAD_US } from '../../../contract/protocol/frames.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { startGateway, type TestGateway, welcomed } from './support.ts';

let at: TestGateway;
beforeEach(async () => {
  at = await startGateway();
});
afterEach(async () => {
  await at.close();
  expect(at.errors).toEqual([]);
});

test('an unknown terminal is found and idle until it is adopted', async () => {
  const client = await TerminalClient.hello(at.url, { code: 'NEW-1', name: 'Hall', model: 'Pi 5' });
  await client.next('found');
  expect([...at.found.values()]).toMatchObject([
    { code: 'NEW-1', name: 'Hall', model: 'Pi 5', client_ip: '127.0.0.1', known_code: false, role: 0 },
  ]);
  client.report({ state: 'playing' });
  client.send({ type: 'time', t0: 12.5 });
  expect((await client.next('time')).t0).toBe(12.5);
  expect(at.events).toEqual([]);
  expect(at.gateway.link(1)).toBeUndefined();

  const [row] = at.found.values();
  const terminal = at.know(1, 'NEW-1');
  expect(at.gateway.adopted(row?.id ?? 0, terminal, 'fresh')).toBe(true);
  expect((await client.next('adopted')).secret).toBe('fresh');
  expect(await client.next('welcome')).toMatchObject({ terminal: 1, site: 'Test site' });
  expect(at.found.size).toBe(0);
  expect(at.events).toEqual(['online 1']);
  expect(at.gateway.adopted(row?.id ?? 0, terminal, 'again')).toBe(false);
});

test('a terminal with its secret is welcomed with its settings and the epoch of the clock', async () => {
  at.know(7, 'A-7');
  const client = await TerminalClient.hello(at.url, { code: 'A-7', secret: 'secret-A-7' });
  expect(await client.next('welcome')).toEqual({
    type: 'welcome',
    terminal: 7,
    epoch: at.clock.epoch,
    settings: { name: 'A-7', ao_volume: 80, ai_volume: 70 },
    site: 'Test site',
    server: { version: '1.2.3', features: ['unknown', 'held'] },
    term: 1,
    servers: ['http://here:8080', 'http://partner:8080'],
  });
  client.report({ state: 'playing', level_db: -20 });
  await expect.poll(() => at.events).toEqual(['online 7', 'report 7 playing']);
  expect(at.gateway.link(7)?.report?.level_db).toBe(-20);
});

test('sound that a terminal still has is known while it is welcomed, if it is of this epoch', async () => {
  at.know(7, 'A-7');
  const seen: unknown[] = [];
  at.gateway.subscribe({
    online: ({ held, reserveUs }) => seen.push({ ends: held?.untilUs.get(42), reserveUs }),
  });
  const held = (epoch: string) => ({ epoch, received_us: 5, streams: [{ stream: 42, until_us: 9_000_000 }] });
  const known = { code: 'A-7', secret: 'secret-A-7', boot: 'one' };
  for (const more of [
    { held: held(at.clock.epoch), ahead_ms: 60_000 },
    { held: held('another'), ahead_ms: 3_000 },
    {},
  ]) {
    const client = await TerminalClient.hello(at.url, { ...known, ...more });
    await client.next('welcome');
  }
  expect(seen).toEqual([
    { ends: 9_000_000, reserveUs: LONGEST_LEAD_US },
    { ends: undefined, reserveUs: 3_000_000 },
    { ends: undefined, reserveUs: MAX_LEAD_US },
  ]);
  expect(at.gateway.link(7)?.held).toBeNull();
});

test('a wrong secret is refused, and the right terminal stays', async () => {
  at.know(7, 'A-7');
  const right = await welcomed(at, 'A-7');
  const wrong = await TerminalClient.hello(at.url, { code: 'A-7', secret: 'guess' });
  expect(await wrong.next('refused')).toMatchObject({ code: 'secret' });
  await wrong.closed();
  right.send({ type: 'time', t0: 1 });
  await right.next('time');
  expect(at.events).toEqual(['online 7']);
});

test('a code in other letter case is refused with a message, with the secret and without', async () => {
  at.know(7, 'STRANGER1');
  const itself = await TerminalClient.hello(at.url, { code: 'stranger1', secret: 'secret-STRANGER1' });
  const refused = await itself.next('refused');
  expect(refused).toMatchObject({ code: 'denied', retry_s: 60 });
  expect(refused.message).toContain('registered as STRANGER1, not stranger1');
  await itself.closed();
  expect(itself.closeCode).toBe(closeCode.refused);
  const other = await TerminalClient.hello(at.url, { code: 'Stranger1', secret: 'guess' });
  const refusal = await other.next('refused');
  expect(refusal.message).toContain('only in upper and lower case');
  expect(refusal.message).not.toContain('STRANGER1');
  expect(at.found.size).toBe(0);
  await welcomed(at, 'STRANGER1');
});

test('a time request is answered with two instants of the media clock between sending and receipt', async () => {
  at.know(7, 'A-7');
  const client = await welcomed(at, 'A-7');
  const before = at.clock.now();
  client.send({ type: 'time', t0: 0.25 });
  const answer = await client.next('time');
  const after = at.clock.now();
  expect(answer).toMatchObject({ t0: 0.25, epoch: at.clock.epoch });
  expect(before).toBeLessThanOrEqual(answer.t1);
  expect(answer.t1).toBeLessThanOrEqual(answer.t2);
  expect(answer.t2).toBeLessThanOrEqual(after);
});

test('audio frames of any length arrive unchanged, between text messages', async () => {
  at.know(7, 'A-7');
  const client = await welcomed(at, 'A-7');
  const frames = [0, 1, 125, 126, 65_535, 65_536, 200_000].map((size) => Buffer.alloc(size, size & 0xff));
  for (const [i, frame] of frames.entries()) {
    at.gateway.link(7)?.sendAudio(frame);
    at.gateway.settingsChanged(7);
    await client.until(() => client.frames.length === i + 1, 'the frame');
    // Its pongs, without which it gets no more audio, precede this message.
    client.send({ type: 'time', t0: i });
    await client.next('time');
  }
  for (const [i, frame] of frames.entries()) expect(client.frames[i]?.equals(frame)).toBe(true);
  expect(client.heard.filter((one) => one.type === 'settings')).toHaveLength(frames.length);
});

test('a disconnection is noticed at once, with and without a goodbye', async () => {
  at.know(7, 'A-7');
  at.know(8, 'A-8');
  const polite = await welcomed(at, 'A-7');
  const cut = await welcomed(at, 'A-8');
  polite.send({ type: 'bye', reason: 'closed' });
  await cut.drop();
  await expect.poll(() => [...at.events].sort()).toEqual(['offline 7', 'offline 8', 'online 7', 'online 8']);
  await polite.closed();
});

test('a removed terminal is notified, disconnected, and found again', async () => {
  const terminal = at.know(7, 'A-7');
  const client = await welcomed(at, 'A-7');
  at.known.delete('A-7');
  at.gateway.removed(terminal);
  await client.next('removed');
  await client.closed();
  expect(at.events).toEqual(['online 7', 'offline 7', 'removed 7']);
  const again = await TerminalClient.hello(at.url, { code: 'A-7', secret: 'secret-A-7' });
  await again.next('found');
});

test('a terminal that lost its secret waits to replace the old one, and is marked', async () => {
  at.know(7, 'A-7');
  const client = await TerminalClient.hello(at.url, { code: 'A-7' });
  await client.next('found');
  expect([...at.found.values()]).toMatchObject([{ known_code: true }]);
});

test('a shutdown of the server reports no terminal as lost', async () => {
  at.know(7, 'A-7');
  const client = await welcomed(at, 'A-7');
  at.gateway.close();
  await client.closed();
  expect(client.closeCode).toBe(1001);
  expect(at.events).toEqual(['online 7']);
});
