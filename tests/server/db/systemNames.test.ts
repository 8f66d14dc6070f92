import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaSteps } from '../../../server/platform/db/schemaSteps.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

const before = [
  ['page', 'Live speech: Front desk', '⟦page|Front desk⟧'],
  ['page', '值班室 喊话', '⟦page|值班室⟧'],
  ['page', 'admin 전체 방송', '⟦all_call|admin⟧'],
  ['page', 'Emergency microphone: admin', '⟦emergency|admin⟧'],
  ['page', 'Open day | hall', 'Open day | hall'],
  ['call', '门卫 与 前台 通话', '⟦call|门卫|前台⟧'],
  ['call', 'Gate in call with Hall', '⟦call|Gate|Hall⟧'],
  ['alarm', 'Live speech: plan', 'Live speech: plan'],
] as const;

test('names of live speech that were stored as texts become codes; names of people stay', async () => {
  const { db } = database;
  for (const [i, [type, name]] of before.entries())
    await db.execute(sql`insert into record_file
      (id, record_type, name, caller_name, callee_name, began_at, channels, emergency, path)
      overriding system value values (${i + 1}, ${type}, ${name}, '', '', 0, 1, false, ${`${i}.ogg`})`);
  const step = schemaSteps().find(({ tag }) => tag.endsWith('_system_names'));
  const text = readFileSync(step?.path ?? '', 'utf8');
  for (const statement of text.split('--> statement-breakpoint')) await db.execute(sql.raw(statement));
  const { rows } = await db.execute(sql`select name from record_file order by id`);
  expect(rows.map(({ name }) => name)).toEqual(before.map(([, , name]) => name));
});
