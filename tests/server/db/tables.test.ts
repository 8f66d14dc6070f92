import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stepsFolder } from '../../../server/platform/db/schemaSteps.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';
import { tables } from '../setup/tables.ts';

const declared = tables.map(getTableConfig);
const sorted = (names: readonly string[]) => [...names].sort();

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

test('the tables are those of a migrated database, with their columns', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name || case is_nullable when 'NO' then ' not null' else '' end as name
     from information_schema.columns where table_schema = 'public'`,
  );
  const columns = declared.flatMap(({ name, columns, primaryKeys }) =>
    columns.map((column) => {
      const isKey = primaryKeys.some((key) => key.columns.includes(column));
      return `${name}.${column.name}${column.notNull || isKey ? ' not null' : ''}`;
    }),
  );
  expect(sorted(columns)).toEqual(sorted(rows.map((row) => row.name)));
});

test('foreign keys lead to columns of declared tables', () => {
  const known = new Set(declared.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)));
  const targets = declared.flatMap(({ foreignKeys }) =>
    foreignKeys.flatMap((key) => {
      const { foreignTable, foreignColumns } = key.reference();
      return foreignColumns.map((column) => `${getTableConfig(foreignTable).name}.${column.name}`);
    }),
  );
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((name) => !known.has(name))).toEqual([]);
});

test('no migration is missing for a change of the tables', async () => {
  const meta = join(stepsFolder, 'meta');
  const last = sorted(readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))).at(-1) ?? '';
  const stored = JSON.parse(readFileSync(join(meta, last), 'utf8'));
  const now = generateDrizzleJson(Object.fromEntries(tables.entries()));
  expect(await generateMigration(stored, now)).toEqual([]);
});
