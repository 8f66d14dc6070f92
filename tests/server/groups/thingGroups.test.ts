import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveRow } from '../../../contract/live.ts';
import type { Scope } from '../../../server/live/scope.ts';
import { LiveClient } from '../../support/liveClient.ts';
import { type Site, startSite } from '../terminals/site.ts';

let site: Site;
let east: number;
let west: number;
let guard: string;
beforeAll(async () => {
  site = await startSite();
  [east, west] = [await site.zone('East'), await site.zone('West')];
  guard = await site.limited('guard', east);
});
afterAll(() => site.close());

/** What may be a member, as it is stored and live. */
const kinds = [
  {
    kind: 'alarm_plan',
    members: 'alarm_plan_ids',
    insert: 'insert into alarm_plan (name, org, priority) values ($1, $2, 50) returning id',
  },
  {
    kind: 'linkage_task',
    members: 'linkage_task_ids',
    insert: 'insert into linkage_task (name, org, audio_source) values ($1, $2, 100) returning id',
  },
] as const;

test.each(kinds)('groups of $kind: who sees, counts and writes which members', async (each) => {
  const { kind, members, insert } = each;
  const path = `/v1/${kind}_group`;
  const topic = site.deps.live.topic<LiveRow>(kind);
  async function thing(name: string, org: number | null): Promise<number> {
    const { rows } = await site.database.pool.query<{ id: number }>(insert, [name, org]);
    const id = rows[0]?.id ?? 0;
    topic.upsert({ id, org });
    return id;
  }
  const a = await thing('A', east);
  const b = await thing('B', west);
  const whole = await thing('Whole site', null);
  const call = async (method: string, url: string, body?: object, token = site.token) => {
    const { body: answer } = await site.call(method, url, { token, ...(body ? { body } : {}) });
    return { ...answer, value: answer.value as Record<string, unknown> & { id: number } };
  };

  const made = await call('POST', path, { name: 'Wing', [members]: [a, b, whole] });
  expect(made.value).toMatchObject({ name: 'Wing', count: 3, whole: true, [members]: [a, b, whole] });
  expect(made.value).not.toHaveProperty('online');
  const one = `${path}/${made.value.id}`;
  expect((await call('POST', path, { name: 'Nobody', [members]: [999_999] })).code).toBe(404);

  // Who has the east sees its member, and leaves the others as they are.
  expect((await call('GET', one, undefined, guard)).value).toMatchObject({
    count: 1,
    whole: false,
    [members]: [a],
  });
  expect((await call('PATCH', one, { [members]: [b] }, guard)).code).toBe(404);
  expect((await call('PATCH', one, { name: 'Mine' }, guard)).key).toBe('group.notWhole');
  expect((await call('DELETE', one, undefined, guard)).key).toBe('group.notWhole');

  // Live: each reader gets the count of its own zones, also when a member moves or goes.
  const state = site.deps.live.state(`${kind}_group`);
  const reader = (scope: Scope) => {
    const client = new LiveClient();
    return () => {
      state.seal();
      const text = state.encode(scope, client.cursor);
      if (text !== null) client.apply(JSON.parse(`{"id":1,${text}`));
      return client.rows.get(made.value.id)?.count;
    };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const [all, easts] = [reader({ all: true }), reader({ ids: new Set([east]) })];
  expect([all(), easts()]).toEqual([3, 1]);
  topic.upsert({ id: b, org: east });
  await settled();
  expect([all(), easts()]).toEqual([3, 2]);
  await site.database.pool.query(`delete from ${kind} where id = $1`, [b]);
  topic.remove(b);
  await settled();
  expect([all(), easts()]).toEqual([2, 1]);
  expect((await call('GET', one)).value[members]).toEqual([a, whole]);

  expect((await call('PATCH', one, { [members]: [] })).value).toMatchObject({ count: 0, [members]: [] });
  expect((await call('DELETE', one)).code).toBe(200);
});
