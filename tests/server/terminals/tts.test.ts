import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeSpeechFrame } from '../../../contract/protocol/speech.ts';
import { WAV_HEADER_BYTES, wavHeader } from '../../../contract/protocol/wav.ts';
import { ttsPart } from '../../../terminal/headless/audio/speechPart.ts';
import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const path = '/v1/sys/tts_license';
const license = (body: object, token = site.token) => site.post(path, body, token);
const grant = (id: number, licenses = 1, token = site.token) =>
  license({ action: 'grant', id, licenses }, token);
const revoke = (id: number, token = site.token) => license({ action: 'revoke', id }, token);
const preview = (textContent: string) =>
  site.post('/v1/tts/preview', { textContent, voiceName: 'xiaoyan', voiceSpeed: 50 });
const of = (id: number) => site.liveOf('xtts', id)?.licenses;

/** Adopted TTS terminal. */
async function speaker(code: string, org: number | null = null, features = ['speak']) {
  const client = await TerminalClient.hello(site.url, { code, role: 3, features });
  await client.next('found');
  const row = site.found().find((one) => one.code === code);
  await site.post(`/v1/terminal_found/${row?.id}/adopt`, { name: code, org });
  const { terminal: id } = await client.next('welcome');
  return { client, id };
}

/** Second of a sine as a WAV file. */
function tone(): Buffer {
  const rate = 48_000;
  const data = Buffer.alloc(rate * 2);
  for (let i = 0; i < rate; i++)
    data.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / rate)), i * 2);
  return Buffer.concat([wavHeader(rate, data.length), data]);
}

test('licences are granted and revoked up to the total, shown in the live rows and the audit log', async () => {
  const [a, b] = [await speaker('LIC-1'), await speaker('LIC-2')];
  expect(of(a.id)).toBe(0);
  expect((await grant(a.id, 7)).body.value).toEqual({ total: 10, granted: 7 });
  expect(of(a.id)).toBe(7);
  expect((await grant(b.id, 4)).body).toMatchObject({ code: 999, key: 'terminal.noLicense' });
  expect((await grant(a.id, 2)).body.value).toEqual({ total: 10, granted: 2 });
  expect((await grant(b.id, 4)).body.value).toEqual({ total: 10, granted: 6 });
  const total = (wanted: number) => site.call('PATCH', path, { token: site.token, body: { total: wanted } });
  expect((await total(5)).body).toMatchObject({ code: 999, key: 'terminal.licensesGranted' });
  expect((await total(6)).body.value).toEqual({ total: 6, granted: 6 });
  expect(site.deps.live.topic('tts_license').get(1)).toMatchObject({ total: 6, granted: 6 });
  expect((await revoke(b.id)).body.value).toEqual({ total: 6, granted: 2 });
  expect(of(b.id)).toBe(0);
  await site.call('DELETE', `/v1/xtts/${a.id}`, { token: site.token });
  const pool = await site.call('GET', path, { token: site.token });
  expect(pool.body.value).toEqual({ total: 6, granted: 0 });
  const { rows } = await site.database.pool.query(
    "select action, before, after from audit where entity = 'xtts' and entity_id = $1 and action in ('grant', 'revoke') order by id",
    [b.id],
  );
  expect(rows).toEqual([
    { action: 'grant', before: { licenses: 0 }, after: { licenses: 4 } },
    { action: 'revoke', before: { licenses: 4 }, after: { licenses: 0 } },
  ]);
  for (const { client } of [a, b]) client.socket.close();
});

test('a revocation during the storing of a grant takes it back', async () => {
  const { id, client } = await speaker('LIC-3');
  const holder = await site.database.pool.connect();
  await holder.query('begin');
  await holder.query("select pg_advisory_xact_lock(hashtext('tocsin.tts_license'))");
  const granted = grant(id, 3);
  const waiting = async () => {
    const { rows } = await site.database.pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    );
    return rows[0].n;
  };
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  const revoked = revoke(id);
  await holder.query('rollback');
  holder.release();
  expect((await granted).body.code).toBe(200);
  expect((await revoked).body.code).toBe(200);
  expect(of(id)).toBe(0);
  client.socket.close();
});

test('a grant that was taken back by a revocation before it arrived is refused', async () => {
  const { id, client } = await speaker('LIC-4');
  const late = { action: 'grant', id, licenses: 3, request: 'tab-1' };
  // The revocation has overtaken the grant: there is nothing to revoke yet, which is accepted.
  expect((await license({ action: 'revoke', id, request: 'tab-2', instead_of: ['tab-1'] })).body.code).toBe(
    200,
  );
  expect((await license(late)).body).toMatchObject({ code: 409, key: 'terminal.grantTakenBack' });
  expect(of(id)).toBe(0);
  // Only that request of that account is blocked.
  expect((await license({ ...late, request: 'tab-3' })).body.code).toBe(200);
  expect(of(id)).toBe(3);
  expect((await revoke(id)).body.code).toBe(200);
  expect((await revoke(id)).body).toMatchObject({ code: 999, key: 'terminal.notAuthorized' });
  client.socket.close();
});

test('is refused without the permission or zone, and for a terminal that cannot synthesise', async () => {
  const [north, south] = [await site.zone('Speaking'), await site.zone('Silent')];
  const { id, client } = await speaker('RIGHT-1', north);
  const near = await site.limited('tts-near', north);
  const far = await site.limited('tts-far', south);
  const operator = await site.limited('tts-operator', north, 'operator');
  expect((await grant(id, 1, operator)).status).toBe(403);
  // Licences come from one pool of the site.
  for (const token of [near, far])
    expect((await grant(id, 1, token)).body).toMatchObject({ code: 403, key: 'auth.wholeSiteOnly' });
  const top = await site.limited('tts-top', site.top());
  expect((await grant(id, 1, top)).status).toBe(200);
  expect((await revoke(id, top)).status).toBe(200);
  const unsupported = await speaker('RIGHT-2', null, []);
  expect((await grant(unsupported.id)).body).toMatchObject({ code: 999, key: 'terminal.notSupported' });
  const column = await site.adopted('RIGHT-3');
  expect((await grant(column.id)).status).toBe(404);
  expect((await grant(id, 0)).status).toBe(400);
  for (const one of [client, unsupported.client, column.client]) one.socket.close();
});

test('an authorized terminal synthesises for the server; a failing one is replaced, a revoked one is not used', async () => {
  const { id, client } = await speaker('SPEAK-1');
  await grant(id);
  const file = tone();
  const built = preview('By a terminal, one second');
  const request = await client.next('speak');
  expect(request).toMatchObject({ text: 'By a terminal, one second', voice: 'xiaoyan', speed: 50 });
  for (let at = 0; at < file.length; at += 40_000)
    client.socket.send(encodeSpeechFrame(request.request, file.subarray(at, at + 40_000)));
  client.send({ type: 'spoken', request: request.request, ok: true });
  const { duration_ms } = (await built).body.value as { duration_ms: number };
  expect(duration_ms).toBeGreaterThan(900);
  expect(duration_ms).toBeLessThan(1200);

  const failed = preview('The terminal fails, so somebody else speaks');
  client.send({
    type: 'spoken',
    request: (await client.next('speak')).request,
    ok: false,
    message: 'no voice',
  });
  expect((await failed).status).toBe(200);

  await revoke(id);
  expect((await preview('Nobody asks the terminal any more')).status).toBe(200);
  expect(client.heard.some((message) => message.type === 'speak')).toBe(false);

  // Unrequested speech is refused.
  client.socket.send(encodeSpeechFrame(9_999, new Uint8Array(WAV_HEADER_BYTES)));
  expect(await client.next('refused')).toMatchObject({ code: 'garbage' });
});

test('a terminal that disconnects during synthesis is replaced', async () => {
  const { id, client } = await speaker('SPEAK-2');
  await grant(id);
  const built = preview('It goes in the middle');
  await client.next('speak');
  await client.drop();
  expect((await built).status).toBe(200);
  expect(of(id)).toBe(1);
});

test('the headless terminal program synthesises for the server', async () => {
  const code = 'SPEAK-REAL';
  const part = ttsPart();
  const terminal = createTerminal({
    server: site.url.replace('ws:', 'http:').replace(/\/v1.*/, ''),
    code,
    part,
  });
  try {
    await terminal.until(({ session }) => session.phase === 'found');
    const row = site.found().find((one) => one.code === code);
    const adopted = await site.post(`/v1/terminal_found/${row?.id}/adopt`, { name: code, org: null });
    const { id } = adopted.body.value as { id: number };
    await terminal.until(({ session }) => session.phase === 'welcomed');
    await grant(id, 2);
    const built = await preview('Good morning everybody');
    expect(built.body.value).toMatchObject({ duration_ms: expect.any(Number) });
    await expect
      .poll(() => site.liveOf('xtts', id)?.status)
      .toMatchObject({ spoken: 1, failed: 0, queue: 0, speaking: null });
  } finally {
    terminal.stop();
  }
});
