import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../../server/platform/auth/token.ts';
import { StateFile } from '../../../terminal/headless/state.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { type HttpsSite, type OpenSocket, type Scheme, set, startHttpsSite, successOf } from './httpsSite.ts';

/** Secrets of terminals that were sent by plain HTTP: marked, counted, and replaced once the site is HTTPS only. */
let at: HttpsSite;
let token: string;
const folder = mkdtempSync(join(tmpdir(), 'tocsin-exposed-'));
beforeAll(async () => {
  at = await startHttpsSite({}, { own: true });
  token = await at.logIn('https');
});
afterAll(async () => {
  await at.close();
  rmSync(folder, { recursive: true });
});

const ofType = (one: OpenSocket, type: string) => one.messages.find((message) => message.type === type);
async function next(one: OpenSocket, type: string): Promise<Record<string, unknown>> {
  await expect.poll(() => ofType(one, type), { timeout: 10_000 }).toBeDefined();
  return ofType(one, type) ?? {};
}

interface Held {
  id: number;
  secret: string;
}

/** Adopts a found terminal; returns its id. */
async function admit(code: string): Promise<number> {
  const list = async () => {
    const answer = await at.send('https', '/v1/terminal_found?page_size=100', { token });
    return successOf<{ rows: { id: number; code: string }[] }>(answer).rows.find((row) => row.code === code);
  };
  await expect.poll(list).toBeDefined();
  const body = { name: code, org: null };
  const path = `/v1/terminal_found/${(await list())?.id}/adopt`;
  return successOf<{ id: number }>(await at.send('https', path, { method: 'POST', token, body })).id;
}

async function adopt(scheme: Scheme, code: string): Promise<Held> {
  const one = await at.terminal(scheme, code);
  const id = await admit(code);
  const { secret } = await next(one, 'adopted');
  await leave(one);
  return { id, secret: String(secret) };
}

async function leave(one: OpenSocket): Promise<void> {
  one.socket.close(1000);
  await expect.poll(() => one.closed).not.toBeNull();
}

/** Connects with a secret; leaves again once it was answered. */
async function handshake(scheme: Scheme, code: string, secret: string): Promise<string> {
  const one = await at.terminal(scheme, code, { secret, boot: Math.random().toString() });
  await expect.poll(() => one.messages.length).toBeGreaterThan(0);
  const [first] = one.messages;
  await leave(one);
  return String(first?.code ?? first?.type);
}

const isMarked = (id: number) => at.site.deps.terminals.devices.get(id)?.live().secret_exposed;
async function stored(id: number): Promise<{ secret_hash: string; exposed_secret: unknown }> {
  const { rows } = await at.site.database.pool.query(
    'select secret_hash, exposed_secret from terminal where id = $1',
    [id],
  );
  return rows[0];
}
const counted = async () =>
  successOf<Record<string, number>>(await at.send('https', '/v1/sys/plain_http', { token }));
const capable = { features: ['renew'] };

test('a secret sent by plain HTTP is marked, counted and replaced at the first connection by HTTPS', async () => {
  const [given, sent, clean, old] = [
    await adopt('http', 'GIVEN-1'),
    await adopt('https', 'SENT-1'),
    await adopt('https', 'CLEAN-1'),
    await adopt('http', 'OLD-1'),
  ];
  expect([given, sent, clean].map(({ id }) => isMarked(id))).toEqual([true, false, false]);
  expect(await handshake('http', 'SENT-1', sent.secret)).toBe('welcome');
  // A wrong secret tells nothing about the right one.
  expect(await handshake('http', 'CLEAN-1', 'wrong')).toBe('secret');
  expect([sent, clean].map(({ id }) => isMarked(id))).toEqual([true, false]);
  await expect
    .poll(async () => (await stored(sent.id)).exposed_secret)
    .toEqual({ hash: hashToken(sent.secret), next: null });
  const able = await at.terminal('https', 'GIVEN-1', { ...capable, secret: given.secret });
  await next(able, 'welcome');
  expect(await counted()).toMatchObject({ exposed_secrets: 3, lasting_secrets: 2 });

  // At the switch, those that are connected by HTTPS get theirs at once.
  expect(ofType(able, 'secret.renew')).toBeUndefined();
  successOf(await set(at, true));
  const first = await next(able, 'secret.renew');
  await leave(able);

  // Lost before it was stored: the old secret is right, and another one is sent.
  const again = await at.terminal('https', 'GIVEN-1', { ...capable, secret: given.secret });
  const second = await next(again, 'secret.renew');
  expect(second.secret).not.toBe(first.secret);
  expect(isMarked(given.id)).toBe(true);
  again.socket.send(JSON.stringify({ type: 'result', request: second.request, ok: true }));
  await expect.poll(() => isMarked(given.id)).toBe(false);
  await leave(again);
  expect(await stored(given.id)).toEqual({
    secret_hash: hashToken(String(second.secret)),
    exposed_secret: null,
  });
  expect(await handshake('https', 'GIVEN-1', given.secret)).toBe('secret');
  expect(await handshake('https', 'GIVEN-1', String(second.secret))).toBe('welcome');

  // A terminal that cannot say when it is stored: the first hello with it counts.
  const page = await at.terminal('https', 'SENT-1', { ...capable, secret: sent.secret });
  const { secret, request } = await next(page, 'secret.renew');
  page.socket.send(JSON.stringify({ type: 'result', request, ok: false }));
  await leave(page);
  expect(await handshake('https', 'SENT-1', sent.secret)).toBe('welcome');
  expect(await handshake('https', 'SENT-1', String(secret))).toBe('welcome');
  await expect.poll(() => isMarked(sent.id)).toBe(false);
  expect(await handshake('https', 'SENT-1', sent.secret)).toBe('secret');

  // An old program keeps its secret and the mark; a clean one is sent nothing.
  for (const [code, held] of [
    ['OLD-1', old],
    ['CLEAN-1', clean],
  ] as const) {
    const more = code === 'CLEAN-1' ? capable : {};
    const one = await at.terminal('https', code, { ...more, secret: held.secret });
    await next(one, 'welcome');
    await leave(one);
    expect((await stored(held.id)).secret_hash).toBe(hashToken(held.secret));
    expect(isMarked(held.id)).toBe(code === 'OLD-1');
  }
});

test('a headless terminal keeps the new secret over a restart, and falls back after a restore', async () => {
  successOf(await set(at, false));
  const state = () => new StateFile(join(folder, 'terminals.json'));
  const start = (scheme: Scheme) =>
    createTerminal({
      ...{ server: `${scheme}://127.0.0.1:${at.ports[scheme]}`, code: 'HEAD-1', insecure: true },
      ...{ decode: false, secret: state().secret('HEAD-1') },
    });
  const plain = start('http');
  const id = await admit('HEAD-1');
  await plain.until(({ session }) => session.phase === 'welcomed');
  plain.stop();
  const before = state().secret('HEAD-1').get();
  const exposed = await stored(id);
  expect(exposed.secret_hash).toBe(hashToken(String(before)));

  successOf(await set(at, true));
  const secure = start('https');
  await secure.until(({ session }) => session.phase === 'welcomed');
  await expect.poll(() => isMarked(id)).toBe(false);
  expect(state().secret('HEAD-1').get()).not.toBe(before);
  expect((await stored(id)).secret_hash).toBe(hashToken(String(state().secret('HEAD-1').get())));
  secure.stop();

  // The database of a backup from before: its directory knows the old secret alone.
  const { directory } = at.site.deps.terminals;
  const row = directory.byId(id)?.row;
  if (row === undefined) throw new Error('not adopted');
  directory.remove(id);
  directory.put({ ...row, secret_hash: exposed.secret_hash });
  const back = start('https');
  await back.until(({ session }) => session.refusal?.code === 'secret');
  back.session.retry();
  await back.until(({ session }) => session.phase === 'welcomed');
  back.stop();
});
