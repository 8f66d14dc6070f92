import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { makeSamples } from '../rights/samples.ts';

let site: AirSite;
beforeAll(async () => {
  site = await startAirSite();
  await makeSamples(site);
});
afterAll(() => site.close());

test('a zone with one row of any table that lies in zones cannot be deleted, and the row is named', async () => {
  const { pool } = site.database;
  const { rows: keys } = await pool.query<{ from: string; column: string }>(
    `select conrelid::regclass::text as from, attname as column from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where contype = 'f' and confrelid = 'partition'::regclass and confdeltype not in ('c', 'n')`,
  );
  expect(keys.length).toBeGreaterThan(10);
  for (const { from, column } of keys) {
    const zone = await site.zone(`With ${from}`);
    const { rows } = await pool.query<{ id: number; name: string; was: number }>(
      `select id, name, ${column} as was from ${from} where ${column} is not null and id <> $1 limit 1`,
      [zone],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`there is no sample of ${from} in tests/server/rights/samples.ts`);
    const place = (id: number) => pool.query(`update ${from} set ${column} = $1 where id = $2`, [id, row.id]);
    await place(zone);
    const refused = await site.call('DELETE', `/v1/partition/${zone}`, { token: site.token });
    expect(refused.body, from).toMatchObject({ code: 409, key: 'zone.notEmpty' });
    expect(refused.body.message, from).toContain(`not empty or still in use (1): ${row.name}`);
    await place(row.was);
    const gone = await site.call('DELETE', `/v1/partition/${zone}`, { token: site.token });
    expect(gone.body, from).toMatchObject({ code: 200 });
  }
});
