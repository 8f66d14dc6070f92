import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PairingCode } from '../../../contract/entities/terminals/pairing.ts';
import { createPairing } from '../../../server/site/terminals/pairing.ts';
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

test('a code enrols one terminal into the zone of its creator, once, and shows the creator which', async () => {
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

test('a headless terminal sends its code once: refused, it waits to be found', async () => {
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
  // Reconnects without a person, without waiting.
  bad.session.link.reconnect(0);
  await bad.until((t) => t.session.phase === 'found');
  bad.stop();
});

test('a new code voids the previous one; so does the end of the login or permission', async () => {
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

test('with cloud control off there are no codes, existing ones are void, and the response is an error code', async () => {
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

test("codes are limited to the caller's zones, and require the permission", async () => {
  const [mine, theirs] = [await site.zone('Mine'), await site.zone('Theirs')];
  const token = await site.limited('miner', mine);
  expect((await site.post('/v1/cc/code', { org: theirs }, token)).body).toMatchObject({ code: 404 });
  const operator = await site.limited('op', mine, 'operator');
  expect((await site.post('/v1/cc/code', { org: mine }, operator)).body.code).toBe(403);
});

/** Pairing codes with a clock that the test moves, and a terminal that sends one. */
async function codes() {
  let now = 1_000_000_000;
  const { db, audit, zones, config, callers } = site.deps;
  const pairing = createPairing({ db, audit, zones, config, callers, now: () => now });
  const caller = await callers.fromToken(site.token);
  const hello = { code: 'LATE-1', role: 0, features: [] as string[] };
  return {
    pairing,
    caller,
    redeem: (code: string) => pairing.redeem({ ...hello, pairing: code } as never),
    now: () => now,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('a code expires after ten minutes', async () => {
  const { pairing, caller, redeem, now, wait } = await codes();
  const { code, expires_at } = await pairing.make(caller, '', null);
  expect(expires_at * 1000 - now()).toBe(600_000);
  wait(600_000);
  expect(pairing.current(caller)).toBeNull();
  expect(await redeem(code)).toBeNull();
});

test('thirty guesses at a six-digit code replace it by one of twelve digits, for a week', async () => {
  const { pairing, caller, redeem, now, wait } = await codes();
  const first = await pairing.make(caller, '', null);
  const wrong = first.code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 29; i++) expect(await redeem(wrong)).toBeNull();
  wait(300_000);
  expect(pairing.current(caller)).toMatchObject({ code: first.code, guessed: false });
  await redeem(wrong);
  const second = pairing.current(caller);
  expect(second).toMatchObject({ guessed: true, expires_at: now() / 1000 + 600, org: first.org });
  expect(second?.code).toMatch(/^[0-9]{12}$/);
  // Further guesses match no code and lock no terminal out.
  for (let i = 0; i < 1_000; i++) await redeem(i % 2 === 0 ? wrong : wrong + wrong);
  expect(await redeem(first.code)).toBeNull();
  expect(pairing.current(caller)?.code).toBe(second?.code);
  expect(await redeem(second?.code ?? '')).toMatchObject({ org: first.org });
  expect((await pairing.make(caller, '', null)).code).toMatch(/^[0-9]{12}$/);
  wait(7 * 86_400_000);
  expect((await pairing.make(caller, '', null)).code).toMatch(/^[0-9]{6}$/);
});

test('guesses without an open code have no effect', async () => {
  const { pairing, caller, redeem } = await codes();
  for (let i = 0; i < 100; i++) await redeem('123456');
  expect((await pairing.make(caller, '', null)).guessed).toBe(false);
});
