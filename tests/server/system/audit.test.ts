import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyPage } from '../../../contract/api/envelope.ts';
import type { AuditRow } from '../../../contract/entities/site/audit.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

async function log(query: string): Promise<KeyPage<AuditRow>> {
  const { body } = await site.call('GET', `/v1/audit?${query}`, { token });
  expect(body.code).toBe(200);
  return body.value;
}

test('has the changes with author, before and after, page by page without gaps', async () => {
  const parent_id = site.deps.zones.all()[0]?.id;
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C']) {
    const body = { name, code: name, parent_id, password: 'hidden-word-1' };
    const made = await site.call('POST', '/v1/partition', { token, body });
    ids.push((made.body.value as { id: number }).id);
  }
  await site.call('PATCH', `/v1/partition/${ids[0]}`, { token, body: { name: 'A2' } });
  const first = await log('entity=partition&limit=3');
  expect(first.rows.map((row) => row.action)).toEqual(['edit', 'create', 'create']);
  expect(first.rows[0]).toMatchObject({
    account_code: 'admin',
    entity_id: ids[0],
    before: { name: 'A' },
    after: { name: 'A2' },
  });
  const second = await log(`entity=partition&limit=3&before=${first.next}`);
  expect(second).toMatchObject({ next: null, rows: [{ action: 'create', entity_id: ids[0] }] });
  expect(JSON.stringify([first, second])).not.toContain('hidden-word-1');
});

test('can be filtered by account, action, time and text', async () => {
  expect((await log('action=edit')).rows.every((row) => row.action === 'edit')).toBe(true);
  expect((await log('account_code=nobody')).rows).toEqual([]);
  expect((await log('q=A2')).rows).toHaveLength(1);
  expect((await log('q=%25')).rows).toEqual([]);
  const now = Math.floor(Date.now() / 1000);
  expect((await log(`from=${now + 60}`)).rows).toEqual([]);
  expect((await log(`from=${now - 600}&to=${now + 60}`)).rows.length).toBeGreaterThan(3);
});

test('no code of the server can change or remove an entry', async () => {
  const { pool } = site.database;
  for (const statement of [
    "update audit set account_code = 'x'",
    'delete from audit',
    'delete from audit where false',
    'truncate audit',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('append-only');
  expect((await log('limit=1')).rows).toHaveLength(1);
});
