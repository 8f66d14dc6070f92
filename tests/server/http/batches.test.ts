import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../support/random.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

/** Batches: one result per id, even for many unknown ids; a batch stops when its client disconnects. */
let site: TestApp;
let token: string;
let port: number;
beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
  token = await site.login();
});
afterAll(() => site.close());

/** Actions of each batch route other than `delete`, with their fields. */
const bodies: Record<string, object[]> = {
  '/v1/alarm_plan/batch': [{ action: 'delete' }, { action: 'start' }],
  '/v1/capturer_task/batch': [{ action: 'delete' }, { action: 'start' }],
  '/v1/fault/batch': [{ action: 'acknowledge' }],
  '/v1/file/batch': [{ action: 'delete' }, { action: 'build' }, { action: 'move', group_id: null }],
  '/v1/partition/batch': [{ action: 'delete' }, { action: 'move', parent_id: 1 }],
  '/v1/plan/batch': [{ action: 'delete' }, { action: 'disable' }],
  '/v1/scheduled_task/batch': [{ action: 'delete' }, { action: 'disable' }],
  '/v1/terminal_found/batch': [{ action: 'refuse' }, { action: 'adopt', org: null }],
  '/v1/user/batch': [{ action: 'delete' }, { action: 'disable' }],
};
/** Most ids of a request; in `npm test` a tenth of them, which is still many times the allowed queries. */
const MOST = isLong ? 20_000 : 2_000;

test('thousands of unknown ids cost few queries, and get a result each', async () => {
  const routes = site.app.declared.map(({ url }) => url).filter((url) => url.endsWith('/batch'));
  expect(routes.length).toBeGreaterThan(20);
  expect(Object.keys(bodies).filter((url) => !routes.includes(url))).toEqual([]);
  for (const url of routes)
    for (const body of bodies[url] ?? [{ action: 'delete' }]) {
      let ids = Array.from({ length: MOST }, (_, i) => 1_000_000 + i);
      let reads = 0;
      const count = () => {
        reads += 1;
      };
      site.database.pool.on('acquire', count);
      let answer = await site.call('POST', url, { token, body: { ...body, ids } });
      if (answer.body.code === 400) {
        // Some kinds accept fewer ids at once.
        ids = ids.slice(0, 1_000);
        answer = await site.call('POST', url, { token, body: { ...body, ids } });
      }
      site.database.pool.off('acquire', count);
      const name = `${url} ${JSON.stringify(body)}`;
      expect(answer.body.code, `${name}: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(200);
      const { results } = answer.body.value as { results: { id: number; ok: boolean; code: number }[] };
      expect(results.map(({ id }) => id).join() === ids.join(), name).toBe(true);
      expect(new Set(results.map(({ ok, code }) => `${ok} ${code}`)), name).toEqual(new Set(['false 404']));
      expect(reads, name).toBeLessThan(30);
    }
});

test('a client that disconnects during a batch ends it; finished items stay done and audited', async () => {
  const ids: number[] = [];
  for (const n of [1, 2, 3, 4]) {
    const made = await site.call('POST', '/v1/file_group', { token, body: { name: `Group ${n}` } });
    ids.push((made.body.value as { id: number }).id);
  }
  const holder = new pg.Client({ connectionString: site.database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from file_group where id = $1 for update', [ids[0]]);
  const leaving = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v1/file_group/batch',
    headers: { 'content-type': 'application/json', access_token: token },
  });
  leaving.on('error', () => {});
  leaving.end(JSON.stringify({ action: 'delete', ids }));
  const waiting = async () =>
    (
      await holder.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rows.length;
  await expect.poll(waiting).toBeGreaterThan(0);
  leaving.destroy();
  const connections = () =>
    new Promise<number>((resolve) => site.app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  await holder.query('commit');
  await holder.end();
  const left = async () => {
    const { body } = await site.call('GET', '/v1/file_group?limit=100', { token });
    return (body.value as { rows: { id: number }[] }).rows.map(({ id }) => id);
  };
  await expect.poll(async () => (await left()).includes(ids[0] as number)).toBe(false);
  // Another client's batch completes, after the pending items of the first.
  const other = (await site.call('POST', '/v1/file_group', { token, body: { name: 'Other' } })).body
    .value as { id: number };
  const all = await site.call('POST', '/v1/file_group/batch', {
    token,
    body: { action: 'delete', ids: [other.id] },
  });
  expect(all.body.value).toMatchObject({ results: [{ ok: true }] });
  expect(await left()).toEqual(expect.arrayContaining(ids.slice(1)));
  const { rows } = await site.database.pool.query(
    "select entity_id from audit where entity = 'file_group' and action = 'delete' and entity_id = any($1)",
    [ids],
  );
  expect(rows).toEqual([{ entity_id: ids[0] }]);
});
