import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../../server/platform/live/scope.ts';
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

async function call(method: string, url: string, body?: object, token = site.token) {
  const { body: answer } = await site.call(method, url, { token, ...(body ? { body } : {}) });
  return { ...answer, value: answer.value as Record<string, unknown> & { id: number } };
}
/** Linkage task in a zone, also used to move one there. */
const silence = (org: number) => ({ name: 'Quiet', org, audio_source: 100, orgs: [org] });
const kinds = [
  { kind: 'linkage_task', members: 'linkage_task_ids', bodyIn: async (org: number) => silence(org) },
  {
    kind: 'alarm_plan',
    members: 'alarm_plan_ids',
    bodyIn: async (org: number) => {
      const task = await call('POST', '/v1/linkage_task', silence(org));
      return { name: 'Fire', org, linkage_task_ids: [task.value.id] };
    },
  },
] as const;

test.each(kinds)('groups of $kind: visibility, counts and changes of members by zone', async (each) => {
  const { kind, members, bodyIn } = each;
  const path = `/v1/${kind}_group`;
  const made = async (org: number) => (await call('POST', `/v1/${kind}`, await bodyIn(org))).value.id;
  const [a, b, whole] = [await made(east), await made(west), await made(site.top())];

  const group = await call('POST', path, { name: 'Wing', [members]: [a, b, whole] });
  expect(group.value).toMatchObject({ name: 'Wing', count: 3, whole: true, [members]: [a, b, whole] });
  expect(group.value).not.toHaveProperty('online');
  const one = `${path}/${group.value.id}`;
  expect((await call('POST', path, { name: 'Nobody', [members]: [999_999] })).code).toBe(404);

  // A caller with the eastern zone sees its member, and leaves the others unchanged.
  expect((await call('GET', one, undefined, guard)).value).toMatchObject({
    count: 1,
    whole: false,
    [members]: [a],
  });
  expect((await call('PATCH', one, { [members]: [b] }, guard)).code).toBe(404);
  expect((await call('PATCH', one, { name: 'Mine' }, guard)).key).toBe('group.notWhole');
  expect((await call('DELETE', one, undefined, guard)).key).toBe('group.notWhole');

  // Live: each reader gets the count of its own zones, also when a member moves or is deleted.
  const state = site.deps.live.state(`${kind}_group`);
  const reader = (scope: Scope) => {
    const client = new LiveClient();
    return () => {
      state.seal();
      const text = state.encode(scope, client.cursor);
      if (text !== null) client.apply(JSON.parse(`{"id":1,${text}`));
      return client.rows.get(group.value.id)?.count;
    };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const [all, easts] = [reader({ all: true }), reader({ ids: new Set([east]) })];
  expect([all(), easts()]).toEqual([3, 1]);
  expect((await call('PATCH', `/v1/${kind}/${b}`, await bodyIn(east))).code).toBe(200);
  await settled();
  expect([all(), easts()]).toEqual([3, 2]);
  expect((await call('DELETE', `/v1/${kind}/${b}`)).code).toBe(200);
  await settled();
  expect([all(), easts()]).toEqual([2, 1]);
  expect((await call('GET', one)).value[members]).toEqual([a, whole]);

  expect((await call('PATCH', one, { [members]: [] })).value).toMatchObject({ count: 0, [members]: [] });
  expect((await call('DELETE', one)).code).toBe(200);
});
