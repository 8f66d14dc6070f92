import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OnlineRow } from '../../../contract/entities/terminals/online.ts';
import { createOnlineLog } from '../../../server/site/connections/onlineLog.ts';
import { type Site, startSite } from '../terminals/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

async function log(query = '', token = site.token): Promise<OnlineRow[]> {
  await site.deps.onlineLog.flush();
  const { body } = await site.call('GET', `/v1/online_log?${query}`, { token });
  return (body.value as { rows: OnlineRow[] }).rows;
}

test('each connection of a terminal is a row from its beginning to its loss, visible in its zone only', async () => {
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const speaker = await site.adopted('RUN-1', north);
  expect(await log()).toMatchObject([
    { code: 'RUN-1', org: north, online_role: 0, dropped_at: null, peer_addr: '127.0.0.1' },
  ]);
  expect(await log('state=lost')).toEqual([]);
  speaker.client.socket.close();
  await expect.poll(async () => (await log('state=lost')).length).toBe(1);
  const [row] = await log();
  expect(row?.dropped_at).toBeGreaterThanOrEqual(row?.login_at ?? Number.POSITIVE_INFINITY);
  expect(row?.online_time).toBe((row?.dropped_at ?? 0) - (row?.login_at ?? 0));
  expect(await log('', await site.limited('north', north))).toHaveLength(1);
  expect(await log('', await site.limited('south', south))).toEqual([]);
});

test('connections open at a crash ended at the last known time of the server', async () => {
  const { pool, db } = site.database;
  await pool.query(`insert into online_log (terminal_id, code, name, online_role, peer_addr, login_at)
    values (900, 'CRASH', 'Crash', 0, '10.0.0.9', to_timestamp(1000000))`);
  await pool.query("update setting set value = '1000600' where key = 'online_alive_at'");
  const log2 = await createOnlineLog({ ...site.deps, db, retried: () => {} });
  await log2.close();
  expect(await log('q=CRASH')).toMatchObject([{ dropped_at: 1_000_600, online_time: 600 }]);
});

test('the pages of a range have each of its rows once, also after the clock was set back', async () => {
  const { pool } = site.database;
  const from = 2_000_000;
  // The clock goes back by 300 s in the middle: ids are not in order of time there.
  await pool.query(
    `insert into online_log (terminal_id, code, name, online_role, peer_addr, login_at, dropped_at)
     select 901, 'RANGE-' || n, 'Range', 0, '10.0.0.9', to_timestamp($1::int + n * 10 - case when n > 50 then 300 else 0 end),
       now() from generate_series(1, 100) n`,
    [from],
  );
  const codes: string[] = [];
  for (let before = ''; ; ) {
    const path = `/v1/online_log?q=RANGE-&limit=7&from=${from + 100}&to=${from + 600}${before}`;
    const { body } = await site.call('GET', path, { token: site.token });
    const { rows, next } = body.value as { rows: OnlineRow[]; next: number | null };
    codes.push(...rows.map((row) => row.code));
    if (next === null) break;
    before = `&before=${next}`;
  }
  const within = Array.from({ length: 100 }, (_, i) => i + 1).filter((n) => {
    const at = n * 10 - (n > 50 ? 300 : 0);
    return at >= 100 && at <= 600;
  });
  expect(codes.toSorted()).toEqual(within.map((n) => `RANGE-${n}`).toSorted());
});
