import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { addNewKeys } from '../../../server/site/accounts/newKeys.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

async function keysOf(code: string): Promise<string[]> {
  const { rows } = await site.database.pool.query('select permissions from role where code = $1', [code]);
  return rows[0].permissions as string[];
}

test('permissions of a newer version are added to roles that had all; permissions removed by the user stay removed', async () => {
  const { pool, db } = site.database;
  await addNewKeys(db);
  // State of an older version: two permissions did not exist, one was removed from the operators since.
  const older = permissionKeys.filter((key) => key !== 'list_signal' && key !== 'operate_self_test');
  await pool.query("update setting set value = $1 where key = 'permission_keys'", [JSON.stringify(older)]);
  await pool.query("update role set permissions = $1 where code = 'administrator'", [JSON.stringify(older)]);
  await pool.query("insert into role (code, name, permissions) values ('super', 'Super', $1)", [
    JSON.stringify(older),
  ]);
  await pool.query(
    "update role set permissions = permissions - 'list_signal' - 'list_fault' where code = 'operator'",
  );
  await addNewKeys(db);
  expect((await keysOf('administrator')).sort()).toEqual([...permissionKeys].sort());
  expect((await keysOf('super')).sort()).toEqual([...permissionKeys].sort());
  const operator = await keysOf('operator');
  expect(operator).toContain('list_signal');
  expect(operator).not.toContain('list_fault');
  expect(operator).not.toContain('operate_self_test');
});

test('a permission that a built-in role gets in a later version is added to it once, and can be removed again', async () => {
  const { pool, db } = site.database;
  const recordings = ['menu_record_file', 'list_record_file'];
  const takeAway = () =>
    pool.query("update role set permissions = permissions - $1::text[] where code = 'emergency'", [
      recordings,
    ]);
  // Installation from before the permissions of built-in roles were stored.
  await pool.query("delete from setting where key = 'first_role_keys'");
  await takeAway();
  await addNewKeys(db);
  expect(await keysOf('emergency')).toEqual(expect.arrayContaining(recordings));
  await takeAway();
  await addNewKeys(db);
  for (const key of recordings) expect(await keysOf('emergency')).not.toContain(key);
  // A later version gives one more of the old permissions to the operators.
  const { rows } = await pool.query("select value from setting where key = 'first_role_keys'");
  const older = {
    ...rows[0].value,
    operator: rows[0].value.operator.filter((k: string) => k !== 'list_fault'),
  };
  await pool.query("update setting set value = $1 where key = 'first_role_keys'", [JSON.stringify(older)]);
  await addNewKeys(db);
  expect(await keysOf('operator')).toContain('list_fault');
});

test('a role that manages zones gets the permissions of site plans with the version that adds them, once', async () => {
  const { pool, db } = site.database;
  const plans = permissionKeys.filter((key) => key.endsWith('_site_plan'));
  const older = permissionKeys.filter((key) => !plans.includes(key));
  await pool.query("update setting set value = $1 where key = 'permission_keys'", [JSON.stringify(older)]);
  await pool.query(
    "insert into role (code, name, permissions) values ('zones', 'Zones', $1), ('ears', 'Ears', $2)",
    [JSON.stringify(['list_partition', 'edit_partition']), JSON.stringify(['list_device'])],
  );
  await addNewKeys(db);
  const own = ['list_partition', 'edit_partition'];
  expect((await keysOf('zones')).sort()).toEqual([...own, 'list_site_plan', 'edit_site_plan'].sort());
  expect(await keysOf('ears')).toEqual(['list_device']);
  await pool.query("update role set permissions = $1 where code = 'zones'", [JSON.stringify(own)]);
  await addNewKeys(db);
  expect(await keysOf('zones')).toEqual(own);
});
