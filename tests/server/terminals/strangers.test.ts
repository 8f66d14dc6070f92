import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PairingCode } from '../../../contract/entities/terminals/pairing.ts';
import type { Hello } from '../../../contract/protocol/terminal.ts';
import { station as stationPart } from '../../../terminal/headless/station.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { everyNth } from '../../support/random.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { adminPassword } from '../setup/app.ts';
import { type Site, startSite } from './site.ts';

/** One server for all: each test has its own accounts, zones and addresses. */
let site: Site;
beforeAll(async () => {
  site = await startSite({}, {}, { env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => site.close());

const password = 'keypad2026';
type Introduction = Partial<Hello> & { code: string };
type Answer = Awaited<ReturnType<typeof heard>>;

/** First answer to a terminal at an address: refused, found, or welcomed. */
async function heard(fields: Introduction, from: string) {
  const client = await TerminalClient.hello(site.url, fields, from);
  const isFirst = ({ type }: { type: string }) => ['refused', 'found', 'welcome'].includes(type);
  await client.until(() => client.heard.some(isFirst), 'answer');
  const adopted = client.heard.find((one) => one.type === 'adopted');
  const answer = client.heard.find(isFirst);
  client.socket.close();
  await client.closed();
  const { proof = undefined, secret = undefined } = adopted ?? {};
  if (answer?.type === 'refused') return { ...answer, is: answer.code as string, proof, secret };
  return { is: answer?.type as string, message: '', proof, secret };
}

async function station(code: string): Promise<void> {
  const body = { code, name: code, password, confirmPassword: password, org: null };
  expect((await site.post('/v1/caster', body)).body.code).toBe(200);
}
const login = (code: string, typed: string, from: string, proof?: string) =>
  heard({ code, role: 1, password: typed, ...(proof === undefined ? {} : { proof }) }, from);

let others = 0;
/** Unique name. */
const fresh = () => `STRANGER-${++others}`;

/**
 * Secrets that can be guessed, by whom, and how authorized callers still get in: `guess` is a wrong
 * attempt, `right` a new caller with the right secret, `own` a caller who was in before.
 */
interface Guessed {
  guess(from: string): Promise<boolean>;
  right(from: string): Promise<boolean>;
  own?(from: string): Promise<boolean>;
}
async function consoleLogin(): Promise<Guessed> {
  const request = (typed: string, from: string, cookie?: string) =>
    site.app.inject({
      method: 'POST',
      url: '/v1/login',
      remoteAddress: from,
      headers: { origin: 'http://localhost', ...(cookie === undefined ? {} : { cookie }) },
      payload: { username: 'admin', password: typed },
    });
  const first = await request(adminPassword, '10.1.9.9');
  const cookie = String(first.headers['set-cookie']).split(';')[0];
  return {
    guess: async (from) => (await request('guess', from)).json().key === 'auth.wrongLogin',
    right: async (from) => (await request(adminPassword, from)).statusCode === 200,
    own: async (from) => (await request(adminPassword, from, cookie)).statusCode === 200,
  };
}
async function stationLogin(): Promise<Guessed> {
  await station('foyer');
  const { proof = '' } = await login('foyer', password, '10.1.9.9');
  return {
    guess: async (from) => (await login('foyer', 'guess2026', from)).is === 'login',
    right: async (from) => (await login('foyer', password, from)).is === 'welcome',
    own: async (from) => (await login('foyer', password, from, proof)).is === 'welcome',
  };
}
async function zonePassword(): Promise<Guessed> {
  await site.zone('Hall', undefined, password);
  const enrol = (typed: string, from: string) =>
    heard({ code: fresh(), zone: { code: 'Hall', password: typed } }, from);
  return {
    guess: async (from) => (await enrol('guess', from)).is === 'enrol',
    right: async (from) => ['welcome', 'found'].includes((await enrol(password, from)).is),
  };
}
async function pairingCode(): Promise<Guessed> {
  const shown = async () =>
    (await site.call('GET', '/v1/cc/code', { token: site.token })).body.value as PairingCode | null;
  const { code } = (await site.post('/v1/cc/code', { org: null })).body.value as PairingCode;
  const wrong = code === '000000' ? '000001' : '000000';
  let isReplaced = false;
  return {
    guess: async (from) => {
      const { is } = await heard({ code: fresh(), pairing: wrong }, from);
      expect(is).toBe('enrol');
      // Only a six-digit code could have been hit.
      isReplaced ||= (await shown())?.guessed === true;
      return !isReplaced;
    },
    right: async (from) => {
      await site.post('/v1/cc/code', { org: null });
      return (await heard({ code: fresh(), pairing: (await shown())?.code ?? '' }, from)).is === 'welcome';
    },
  };
}

const kinds = [
  ['the login of the console', consoleLogin, { most: 77, blocks: true }],
  ['the login of a call station', stationLogin, { most: 77, blocks: true }],
  ['the password of a zone', zonePassword, { most: 77, blocks: true }],
  ['a pairing code', pairingCode, { most: 29, blocks: false }],
] as const;
test.each(everyNth(kinds, 2, 1))(
  '%s stands 50 addresses: few guesses are judged, and nobody is kept out',
  async (_, make, { most, blocks }) => {
    const one = await make();
    const addresses = Array.from({ length: 50 }, (_, i) => `10.1.0.${i}`);
    let judged = 0;
    // The first addresses continue; later ones have at most three attempts, and try once here, as hashing is
    // slow.
    for (const [n, from] of addresses.entries())
      for (let i = 0; i < (n < 10 ? 4 : 1); i++) judged += (await one.guess(from)) ? 1 : 0;
    expect(judged).toBeGreaterThan(20);
    expect(judged).toBeLessThanOrEqual(most);
    expect(await one.right('10.2.0.1')).toBe(true);
    // From the address of a stranger: a former caller is recognised by the proof.
    await one.guess('10.1.0.1');
    await one.guess('10.1.0.1');
    if (one.own !== undefined) expect(await one.own('10.1.0.1')).toBe(true);
    expect(await one.right('10.1.0.1')).toBe(!blocks);
  },
);

test('the proof of a station changes at each login, is valid for one account, and ends with the password', async () => {
  await station('north');
  await station('south');
  const lock = async (code: string, from: string) => {
    for (let i = 0; i < 5; i++) await login(code, 'guess2026', from);
  };
  const first = await login('north', password, '10.3.0.1');
  const second = await login('north', password, '10.3.0.1', first.proof);
  expect(second.proof).not.toBe(first.proof);
  await lock('north', '10.3.0.1');
  await lock('south', '10.3.0.1');
  expect((await login('north', password, '10.3.0.1', first.proof)).is).toBe('locked_out');
  expect((await login('south', password, '10.3.0.1', second.proof)).is).toBe('locked_out');
  const third = await login('north', password, '10.3.0.1', second.proof);
  expect(third.is).toBe('welcome');
  // The proof allows five attempts of its own, and no more.
  const guesses = [];
  for (let i = 0; i < 7; i++) guesses.push((await login('north', 'guess2026', '10.3.0.2', third.proof)).is);
  expect(guesses).toEqual([...Array(5).fill('login'), 'locked_out', 'locked_out']);
  // The proof is not a secret: it does not admit.
  expect((await heard({ code: 'north', role: 1, secret: third.proof ?? '' }, '10.3.0.3')).is).toBe('login');
  const { rows } = await site.database.pool.query('select id from terminal where code = $1', ['south']);
  const held = await login('south', password, '10.3.0.4');
  const body = { password: 'another2026', confirmPassword: 'another2026' };
  await site.call('PATCH', `/v1/caster/${rows[0].id}`, { token: site.token, body });
  for (let i = 0; i < 5; i++) await login('south', 'guess2026', '10.3.0.4');
  expect((await login('south', 'another2026', '10.3.0.4', held.proof)).is).toBe('locked_out');
  const stored = await site.database.pool.query('select token_hash from login_proof');
  expect(stored.rows.some(({ token_hash }) => token_hash === held.proof)).toBe(false);
});

test('a headless station keeps its proof beyond its login, and sends it with the next password', async () => {
  await station('wing');
  let kept: string | undefined;
  const proof = {
    get: () => kept,
    set: (value: string | undefined) => {
      kept = value;
    },
  };
  const server = new URL('/', site.url.replace(/^ws/, 'http')).origin;
  const logIn = async () => {
    const one = createTerminal({ server, code: 'wing', password, part: stationPart('caster', {}), proof });
    await one.until(({ session }) => session.phase === 'welcomed');
    one.stop();
  };
  await logIn();
  const first = kept;
  for (let i = 0; i < 5; i++) await login('wing', 'guess2026', '127.0.0.1');
  expect((await login('wing', password, '127.0.0.1')).is).toBe('locked_out');
  await logIn();
  expect(kept).not.toBe(first);
});

test('an unauthenticated terminal gets no information about other terminals in any refusal', async () => {
  const zone = await site.zone('Vault', undefined, password);
  const holder = await site.adopted('Known-1', zone);
  await station('vaultdesk');
  const stranger = (fields: Partial<Hello>, code = 'Known-1') => heard({ code, ...fields }, '10.4.0.1');
  const refusals: Record<string, Answer> = {
    'terminal.codeInUse': await stranger({}),
    'terminal.codeTaken': await stranger({}, 'KNOWN-1'),
    'terminal.wrongSecret': await stranger({ secret: 'guess' }),
    'terminal.loggedOut': await stranger({ secret: 'guess', role: 1 }, 'vaultdesk'),
    'terminal.wrongLogin': await stranger({ password: 'guess', role: 1 }, 'vaultdesk'),
    'terminal.wrongZonePassword': await stranger({ zone: { code: 'Vault', password: 'guess' } }, fresh()),
    'terminal.wrongPairingCode': await stranger({ pairing: '123456' }, fresh()),
    'terminal.protocol': await stranger({ protocol: 9 as 1 }),
    'common.invalidRequest': await stranger({ role: 77 as 0 }),
  };
  for (let i = 0; i < 5; i++) await stranger({ password: 'guess', role: 1 }, 'vaultdesk');
  refusals['auth.tooManyAttempts'] = await stranger({ password: 'guess', role: 1 }, 'vaultdesk');
  for (const [key, answer] of Object.entries(refusals)) {
    expect([key, answer.message]).toEqual([key, expect.stringMatching(/\w/)]);
    expect(JSON.stringify(answer)).not.toMatch(/127\.0\.0\.1|10\.4\.0|Known-1.*from|Vault|vaultdesk|keypad/);
  }
  expect(refusals['terminal.codeTaken']?.message).not.toContain('Known-1');
  // A terminal with the secret may be told where the other one is.
  const proven = await heard({ code: 'Known-1', secret: holder.secret, boot: 'copy' }, '10.4.0.2');
  expect(proven).toMatchObject({ is: 'duplicate', message: expect.stringContaining('127.0.0.1') });
  // Every refusal in the sources is in the table, or sent only to the terminal concerned.
  const folder = join(import.meta.dirname, '../../../server/site/terminals');
  const sources = readdirSync(folder).filter((name) => /^(hello|gateway|connection|sweep)\.ts$/.test(name));
  const keys = sources.flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/'((?:terminal|common)\.\w+)'/g),
  ]);
  const toItself = ['terminal.codeInUseFrom', 'terminal.codeLetters', 'terminal.otherKind'];
  // Refusals without any name.
  const bare = ['common.tooFast', 'common.serverBusy', 'terminal.refused', 'terminal.tooManyWaiting'];
  const known = new Set([...Object.keys(refusals), ...toItself, ...bare]);
  expect(keys.map(([, key]) => key).filter((key) => !known.has(key as string))).toEqual([]);
});
