import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '../../../../server/platform/db/schema.ts';
import {
  excludedTables,
  givenUp,
  rightsTables,
  snapshotTables,
} from '../../../../server/platform/db/standIn/snapshotTables.ts';
import { tablesWritten } from '../../../../server/platform/db/standIn/writes.ts';

const tables = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableConfig(one)] : []));

test('every table is declared as in the snapshot, or excluded with a reason', () => {
  const said = [...Object.keys(snapshotTables), ...Object.keys(excludedTables)];
  expect(said.sort()).toEqual(tables.map(({ name }) => name).sort());
});

test('a column that may hold a plain secret is in no table of the snapshot', () => {
  const named = tables
    .filter(({ name }) => name in snapshotTables)
    .flatMap(({ name, columns }) =>
      columns.filter((column) => column.getSQLType() !== 'boolean').map((column) => `${name}.${column.name}`),
    );
  const suspicious = named.filter((name) => /secret|password|token|url|credential|key$/.test(name));
  expect(suspicious.sort()).toEqual([
    'account.password_hash',
    'caster_account.password_hash',
    'id_block.token',
    'login_proof.token_hash',
    'login_session.token_hash',
    'partition.password_hash',
    'preference.key',
    'preset_text.speech_key',
    'setting.key',
    'terminal.secret_hash',
  ]);
});

test('the tables of rights are in the snapshot, and are the ones that it can drop', () => {
  for (const name of rightsTables) expect(snapshotTables).toHaveProperty(name);
  expect([...givenUp(['account', 'terminal', 'alarm_plan'])].sort()).toEqual(['login_session', 'terminal']);
});

test('the tables that a statement writes are recognised', () => {
  const of = (text: string) => [...tablesWritten(text)].sort();
  expect(of('select * from "account" where id = $1 for no key update')).toEqual([]);
  expect(of('insert into "login_session" ("id") values (default)')).toEqual(['login_session']);
  expect(of('UPDATE "account" set "name" = $1')).toEqual(['account']);
  expect(of('with gone as (delete from io_test returning 1) insert into io_hold select 1')).toEqual([
    'io_hold',
    'io_test',
  ]);
});

test('rows deleted by cascade count as written', () => {
  const gone = tablesWritten('delete from "account" where "id" = $1');
  for (const name of ['account', 'account_partition', 'login_session', 'login_proof', 'preference'])
    expect(gone).toContain(name);
  expect(tablesWritten('delete from "terminal"')).toContain('caster_org');
});
