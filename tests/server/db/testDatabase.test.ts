import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDb, type TestDb } from '../setup/database.ts';

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

test('a test file gets a migrated, empty database of its own', async () => {
  const tables = await database.db.execute(sql`select tablename from pg_tables where schemaname = 'public'`);
  expect(tables.rows.length).toBeGreaterThan(0);
  const other = await createTestDb();
  try {
    expect(new URL(other.url).pathname).not.toBe(new URL(database.url).pathname);
  } finally {
    await other.drop();
  }
});
