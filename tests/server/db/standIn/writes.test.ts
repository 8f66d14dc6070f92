import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { followersOf, withFollowers } from '../../../../server/platform/db/standIn/followers.ts';
import {
  excludedTables,
  givenUp,
  rightsTables,
  snapshotTables,
} from '../../../../server/platform/db/standIn/snapshotTables.ts';
import { tablesWritten } from '../../../../server/platform/db/standIn/writes.ts';
import { createTestDb } from '../../setup/database.ts';
import { tables as declared } from '../../setup/tables.ts';

const tables = declared.map(getTableConfig);

test('every table is declared as in the snapshot, or excluded with a reason', () => {
  const listed = [...Object.keys(snapshotTables), ...Object.keys(excludedTables)];
  expect(listed.sort()).toEqual(tables.map(({ name }) => name).sort());
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
    'relay.public_key',
    'setting.key',
    'terminal.exposed_secret',
    // Encrypted.
    'terminal.foreign_secret',
    'terminal.secret_hash',
  ]);
});

test('the tables of rights are in the snapshot, and are the ones that it can drop', () => {
  for (const name of rightsTables) expect(snapshotTables).toHaveProperty(name);
  expect([...givenUp(['account', 'terminal', 'alarm_plan'])].sort()).toEqual(['login_session', 'terminal']);
});

test('the tables that a statement writes are recognised', () => {
  const of = (text: string) => [...tablesWritten(text).tables].sort();
  expect(of('select * from "account" where id = $1 for no key update')).toEqual([]);
  expect(of('insert into "login_session" ("id") values (default)')).toEqual(['login_session']);
  expect(of('UPDATE "account" set "name" = $1')).toEqual(['account']);
  expect(of('with gone as (delete from io_test returning 1) insert into io_hold select 1')).toEqual([
    'io_hold',
    'io_test',
  ]);
});

test('rows deleted by cascade count as written', async () => {
  const database = await createTestDb();
  const follow = withFollowers(await followersOf(database.db));
  await database.drop();
  const { tables: gone } = follow(tablesWritten('delete from "account" where "id" = $1'));
  for (const name of ['account', 'account_partition', 'login_session', 'login_proof', 'preference'])
    expect(gone).toContain(name);
  const { tables: unadopted } = follow(tablesWritten('delete from "terminal"'));
  for (const name of ['caster_org', 'login_proof']) expect(unadopted).toContain(name);
  expect(follow(tablesWritten('update "account" set "name" = $1')).tables).toEqual(new Set(['account']));
});

test('an update of volatile columns alone is distinguished; any doubt counts as a change', () => {
  const kind = (text: string) => {
    const { tables, volatile } = tablesWritten(text);
    expect(tables.size + volatile.size, text).toBe(1);
    return volatile.size === 1 ? 'volatile' : 'change';
  };
  for (const text of [
    'update "login_session" set "last_seen_at" = to_timestamp($1) where "login_session"."id" = $2',
    `update terminal t set client_ip = reported.client_ip, iccid = reported."ICCID", features = coalesce(reported.features, '[1, 2]'),
      last_login_time = to_timestamp(reported.last_login_time) from reported join locked using (id) where t.id = reported.id`,
    "with seen as (update terminal set client_ip = 'a, secret_hash = b') select 1",
  ])
    expect(kind(text), text).toBe('volatile');
  for (const text of [
    'update "login_session" set "expires_at" = $1, "last_seen_at" = $2 where "id" = $3',
    'update terminal set client_ip = f(a, b), secret_hash = $1',
    'update terminal set (client_ip, secret_hash) = (select 1, 2)',
    'update "terminal" set "details"[\'client_ip\'] = $1',
    'update "account" set "name" = $1',
    'insert into terminal (client_ip) values ($1) on conflict (id) do update set client_ip = $1',
    'update "terminal" set "client_ip" = $1; update "terminal" set "secret_hash" = $2',
    'delete from login_session where last_seen_at < $1',
  ])
    expect([...tablesWritten(text).volatile], text).toEqual([]);
});

test('volatile columns exist in their tables, and none of them affects rights', () => {
  for (const [name, { volatile = [] }] of Object.entries(snapshotTables)) {
    const columns = tables.find((one) => one.name === name)?.columns.map((column) => column.name) ?? [];
    expect(volatile.filter((column) => !columns.includes(column))).toEqual([]);
    const deciding = /hash|secret|password|expires|disabled|role|permission|org|partition|account|user/;
    expect(volatile.filter((column) => deciding.test(column))).toEqual([]);
  }
});
