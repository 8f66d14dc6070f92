import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PairingCode } from '../../../contract/entities/pairing.ts';
import { closeCode } from '../../../contract/frames.ts';
import { createAttempts } from '../../../server/auth/attempts.ts';
import { createPairing } from '../../../server/terminals/pairing.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const make = async (org: number | null = null, token = site.token) =>
  (await site.post('/v1/cc/code', { org }, token)).body.value as PairingCode;
const current = async (token = site.token) =>
  (await site.call('GET', '/v1/cc/code', { token })).body.value as PairingCode | null;

test('a code takes one terminal into the zone of whoever made it, once, and its maker sees who came', async () => {
  const zone = await site.zone('Paired');
  const token = await site.limited('pairer', zone);
  const made = await make(null, token);
  expect(made).toMatchObject({ org: zone, used_by: null });
  expect(made.code).toMatch(/^[0-9]{6}$/);
  const first = await TerminalClient.hello(site.url, { code: 'PAIR-1', name: 'Lobby', pairing: made.code });
  await first.next('adopted');
  const { terminal } = await first.next('welcome');
  expect(site.device(terminal)).toMatchObject({ org: zone, name: 'Lobby', online: true });
  expect(await current(token)).toMatchObject({ used_by: { code: 'PAIR-1', name: 'Lobby' } });
  const second = await TerminalClient.hello(site.url, { code: 'PAIR-2', pairing: made.code });
  expect(await second.next('refused')).toMatchObject({
    code: 'enrol',
    message: 'The pairing code is invalid or has expired',
  });
  const { rows } = await site.database.pool.query(
    "select account_code, action, entity from audit where after->>'code' = 'PAIR-1' or entity = 'pairing_code'",
  );
  expect(rows).toEqual([
    { account_code: 'pairer', action: 'create', entity: 'pairing_code' },
    { account_code: 'pairer', action: 'enrol', entity: 'device' },
  ]);
});

test('a headless terminal says its code once: refused, it waits to be found', async () => {
  const made = await make();
  const good = createTerminal({
    server: site.url.replace(/^ws/, 'http'),
    code: 'PAIR-H',
    pairing: made.code,
  });
  await good.until((t) => t.session.phase === 'welcomed');
  good.stop();
  const bad = createTerminal({ server: site.url.replace(/^ws/, 'http'), code: 'PAIR-B', pairing: made.code });
  await bad.until((t) => t.session.refusal?.code === 'enrol');
  // Without a person: the next hello, for which nobody waits here.
  bad.session.link.reconnect(0);
  await bad.until((t) => t.session.phase === 'found');
  bad.stop();
});

test('a new code voids the one before; a login or right that is gone voids it too', async () => {
  const zone = await site.zone('Void');
  const token = await site.limited('voider', zone);
  const older = await make(zone, token);
  const newer = await make(zone, token);
  const refused = async (code: string, pairing: string) =>
    (await (await TerminalClient.hello(site.url, { code, pairing })).next('refused')).code;
  if (older.code !== newer.code) expect(await refused('VOID-1', older.code)).toBe('enrol');
  await site.call('POST', '/v1/logout', { token, body: {} });
  expect(await refused('VOID-2', newer.code)).toBe('enrol');
});

test('cloud control off: no codes, those that exist do not count, and the answer is an error code', async () => {
  const made = await make();
  await site.call('PATCH', '/v1/sys/config', { token: site.token, body: { cloud_control: false } });
  expect((await site.post('/v1/cc/code', { org: null })).body).toMatchObject({
    code: 999,
    key: 'terminal.cloudControlOff',
  });
  const late = await TerminalClient.hello(site.url, { code: 'OFF-1', pairing: made.code });
  expect((await late.next('refused')).code).toBe('enrol');
  await site.call('PATCH', '/v1/sys/config', { token: site.token, body: { cloud_control: true } });
});

test('only within one’s zones, and only with the right', async () => {
  const [mine, theirs] = [await site.zone('Mine'), await site.zone('Theirs')];
  const token = await site.limited('miner', mine);
  expect((await site.post('/v1/cc/code', { org: theirs }, token)).body).toMatchObject({ code: 404 });
  const operator = await site.limited('op', mine, 'operator');
  expect((await site.post('/v1/cc/code', { org: mine }, operator)).body.code).toBe(403);
});

test('a code runs out after ten minutes, and guessing is limited', async () => {
  let now = 1_000_000_000;
  const attempts = createAttempts(() => now);
  const { db, audit, zones, config, callers } = site.deps;
  const pairing = createPairing({ db, audit, zones, config, callers, attempts, now: () => now });
  const caller = await callers.fromToken(site.token);
  const { code, expires_at } = await pairing.make(caller, '', null);
  expect(expires_at * 1000 - now).toBe(600_000);
  const hello = { code: 'LATE-1', role: 0, features: [] as string[], pairing: code } as never;
  now += 600_000;
  expect(pairing.current(caller)).toBeNull();
  for (let i = 0; i < 5; i++) expect(await pairing.redeem(hello, '10.0.0.1')).toBeNull();
  await expect(pairing.redeem(hello, '10.0.0.1')).rejects.toMatchObject({ code: 429 });
  for (let i = 0; i < 5; i++) {
    const guess = await TerminalClient.hello(site.url, { code: `GUESS-${i}`, pairing: '000000' });
    await guess.next('refused');
  }
  const blocked = await TerminalClient.hello(site.url, { code: 'GUESS-9', pairing: '000000' });
  const refused = await blocked.next('refused');
  expect(refused).toMatchObject({ code: 'locked_out', message: expect.stringContaining('attempts') });
  // The rest of the five minutes since the first wrong one, not a guess.
  expect(refused.retry_s).toBeGreaterThan(180);
  expect(refused.retry_s).toBeLessThanOrEqual(300);
  await blocked.closed();
  expect(blocked.closeCode).toBe(closeCode.lockedOut);
});
