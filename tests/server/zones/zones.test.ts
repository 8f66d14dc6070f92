import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Partition } from '../../../contract/entities/site/partition.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

async function create(name: string, code: string, parent_id: number | null) {
  const { body } = await site.call('POST', '/v1/partition', { token, body: { name, code, parent_id } });
  return body as unknown as { code: number; value: Partition; key: string };
}
const top = () => site.deps.zones.all().find((zone) => zone.parent_id === null)?.id ?? 0;

describe('zone tree', () => {
  test('is extended below its top zone and knows its subtrees', async () => {
    const school = await create('School', 'S1', top());
    const block = await create('Block', 'S1-A', school.value.id);
    expect(block.code).toBe(200);
    expect(site.deps.zones.subtree([school.value.id])).toEqual(new Set([school.value.id, block.value.id]));
    expect(block.value).not.toHaveProperty('password_hash');
  });

  test('refuses a second top zone, a taken code, a cycle, and deleting a zone that is not empty', async () => {
    expect(await create('Other', 'O', null)).toMatchObject({ code: 409, key: 'zone.rootFixed' });
    const outer = await create('Outer', 'L1', top());
    const inner = await create('Inner', 'L2', outer.value.id);
    expect(await create('Again', 'L1', top())).toMatchObject({ code: 409, key: 'common.duplicate' });
    const loop = await site.call('PATCH', `/v1/partition/${outer.value.id}`, {
      token,
      body: { parent_id: inner.value.id },
    });
    expect(loop.body).toMatchObject({ code: 409, key: 'zone.moveIntoSelf' });
    const full = await site.call('DELETE', `/v1/partition/${outer.value.id}`, { token });
    expect(full.body).toMatchObject({ code: 409, key: 'zone.notEmpty' });
    expect(full.body.message).toContain('not empty or still in use (1): Inner');
    expect((await site.call('DELETE', `/v1/partition/${inner.value.id}`, { token })).body.code).toBe(200);
    expect((await site.call('DELETE', `/v1/partition/${outer.value.id}`, { token })).body.code).toBe(200);
  });

  const batch = (body: object, as = token) => site.call('POST', '/v1/partition/batch', { token: as, body });
  const outcome = (answer: Awaited<ReturnType<typeof batch>>) =>
    (answer.body.value as { results: { id: number; ok: boolean; code: number }[] }).results.map(
      ({ id, ok, code }) => [id, ok, code],
    );

  test('many zones are moved at once, with a result each; nested ones move along', async () => {
    const [a, b, to] = await Promise.all(
      ['Ma', 'Mb', 'Mto'].map(async (name) => (await create(name, name, top())).value.id),
    );
    const inner = (await create('Min', 'Min', a as number)).value.id;
    const answer = await batch({ action: 'move', ids: [a, b, inner, top(), to], parent_id: to });
    // The top zone cannot be moved.
    expect(outcome(answer).map(([, ok]) => ok)).toEqual([false, false, false, false, false]);
    expect(outcome(await batch({ action: 'move', ids: [a, b, inner, to], parent_id: to }))).toEqual([
      [a, true, 200],
      [b, true, 200],
      [inner, true, 200],
      [to, false, 409],
    ]);
    expect(site.deps.zones.get(inner)?.parent_id).toBe(a);
    expect([a, b].map((id) => site.deps.zones.get(id as number)?.parent_id)).toEqual([to, to]);
    const { rows } = await site.database.pool.query(
      "select 1 from audit where entity = 'partition' and action = 'edit' and entity_id = any($1)",
      [[a, b, inner]],
    );
    expect(rows).toHaveLength(2);
  });

  test('many are deleted at once: a zone with all listed content is deleted, a non-empty one is kept and names its content', async () => {
    const outer = (await create('Do', 'Do', top())).value.id;
    const inner = (await create('Di', 'Di', outer)).value.id;
    const full = (await create('Df', 'Df', top())).value.id;
    await create('Dk', 'Dk', full);
    const answer = await batch({ action: 'delete', ids: [outer, inner, full] });
    expect(Object.fromEntries(outcome(answer).map(([id, ok]) => [id, ok]))).toEqual({
      [outer]: true,
      [inner]: true,
      [full]: false,
    });
    expect(JSON.stringify(answer.body)).toContain('Dk');
    expect([outer, inner].map((id) => site.deps.zones.get(id))).toEqual([undefined, undefined]);
  });

  test('of two concurrent edits of a row the second is refused', async () => {
    const zone = await create('Hall', 'H', top());
    const edit = (name: string) =>
      site.call('PATCH', `/v1/partition/${zone.value.id}`, { token, body: { name, rev: zone.value.rev } });
    expect((await edit('Hall 1')).body.code).toBe(200);
    expect((await edit('Hall 2')).body).toMatchObject({ code: 409, key: 'common.conflict' });
  });

  test('an account sees and changes only its own subtree; the rest is hidden', async () => {
    const mine = await create('Mine', 'M', top());
    const theirs = await create('Theirs', 'T', top());
    const { pool } = site.database;
    await pool.query(`insert into account (code, name, password_hash, role_id)
      select 'limited', 'Limited', password_hash, role_id from account where code = 'admin'`);
    await pool.query("insert into account_partition select id, $1 from account where code = 'limited'", [
      mine.value.id,
    ]);
    const limited = await site.login('limited');
    const list = await site.call('GET', '/v1/partition', { token: limited });
    expect((list.body.value as { rows: Partition[] }).rows.map((row) => row.code)).toEqual(['M']);
    expect((await site.call('GET', `/v1/partition/${theirs.value.id}`, { token: limited })).body.code).toBe(
      404,
    );
    const foreign = await site.call('POST', '/v1/partition', {
      token: limited,
      body: { name: 'X', code: 'X', parent_id: theirs.value.id },
    });
    expect(foreign.body).toMatchObject({ code: 404, key: 'zone.notFound' });
  });
});
