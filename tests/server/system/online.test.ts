import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OnlineRow } from '../../../contract/entities/online.ts';
import { createOnlineLog } from '../../../server/system/onlineLog.ts';
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

test('each connection of a terminal is a row from its beginning to its loss, seen in its zone only', async () => {
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const speaker = await site.adopted('RUN-1', north);
  expect(await log()).toMatchObject([
    { code: 'RUN-1', org: north, online_role: 0, dropped_at: null, peer_addr: '127.0.0.1' },
  ]);
  expect(await log('state=lost')).toEqual([]);
  speaker.client.socket.close();
  await expect.poll(async () => (await log('state=lost')).length, { timeout: 20_000 }).toBe(1);
  const [row] = await log();
  expect(row?.dropped_at).toBeGreaterThanOrEqual(row?.login_at ?? Number.POSITIVE_INFINITY);
  expect(row?.online_time).toBe((row?.dropped_at ?? 0) - (row?.login_at ?? 0));
  expect(await log('', await site.limited('north', north))).toHaveLength(1);
  expect(await log('', await site.limited('south', south))).toEqual([]);
});

test('what was open when the server crashed ended when it was last known to live', async () => {
  const { pool, db } = site.database;
  await pool.query(`insert into online_log (terminal_id, code, name, online_role, peer_addr, login_at)
    values (900, 'CRASH', 'Crash', 0, '10.0.0.9', to_timestamp(1000000))`);
  await pool.query("update setting set value = '1000600' where key = 'online_alive_at'");
  const log2 = await createOnlineLog({ db, log: site.deps.log, terminals: site.deps.terminals });
  await log2.close();
  expect(await log('q=CRASH')).toMatchObject([{ dropped_at: 1_000_600, online_time: 600 }]);
});
