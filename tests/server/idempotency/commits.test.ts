import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CommitProxy, createCommitProxy } from '../../support/commitProxy.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let proxy: CommitProxy;
let site: TestApp;
let token: string;
beforeAll(async () => {
  const { hostname: host, port } = new URL(inject('postgresUrl'));
  proxy = await createCommitProxy({ host, port: Number(port) }, 'into idempotency_key');
  site = await createTestApp({}, {}, { port: proxy.port, timeoutMs: 500 });
  token = await site.login();
});
afterAll(async () => {
  proxy.refuse(false);
  proxy.release();
  await site.close();
  await proxy.close();
});

let count = 0;
const zone = () => ({ code: `zone${++count}`, name: `Zone ${count}`, parent_id: 1 });
const post = (body: object, key = `key${count}`) =>
  site.call('POST', '/v1/partition', { token, body, headers: { 'idempotency-key': key } });
const rows = async ({ code }: { code: string }) =>
  (await site.database.pool.query('select id from partition where code = $1', [code])).rows.length;
/** Zones that the server knows, as shown on every page. */
const known = ({ code }: { code: string }) => [...site.deps.zones.all()].some((one) => one.code === code);

test('a commit that never arrived is a refusal, and the key is free', async () => {
  const body = zone();
  proxy.next('lost');
  expect(await post(body)).toMatchObject({ status: 400, body: { code: 999, key: 'common.serverBusy' } });
  expect(await rows(body)).toBe(0);
  expect((await post(body)).status).toBe(200);
  expect(await rows(body)).toBe(1);
});

test('a commit whose acknowledgement was lost is answered by its real outcome', async () => {
  const body = zone();
  proxy.next('unanswered');
  const answer = await post(body);
  expect(answer.status).toBe(200);
  expect(known(body)).toBe(true);
  expect(await post(body)).toMatchObject({ status: 200, body: answer.body });
  expect(await rows(body)).toBe(1);
});

test('an unknown outcome is reported as such, and a repetition gets the outcome', async () => {
  const body = zone();
  proxy.next('held');
  const first = await post(body);
  expect(first).toMatchObject({ status: 409, body: { code: 996, key: 'repeat.outcomeUnknown' } });
  const again = post(body);
  proxy.release();
  const answer = await eventually(async () => {
    const one = await again;
    return one.body.code === 995 ? await post(body) : one;
  });
  expect(answer.status).toBe(200);
  expect(known(body)).toBe(true);
  expect(await rows(body)).toBe(1);
});
