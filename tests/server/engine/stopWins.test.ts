import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

let site: AirSite;
let song: number;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
});
afterAll(() => site.close());

/** Locks a task's row in the database, so that writes to it hang. */
async function held(id: number) {
  const client = await site.database.pool.connect();
  await client.query('begin');
  await client.query('select id from broadcast where id = $1 for update', [id]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Number of statements waiting for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await site.database.pool.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].n;
}

describe('a stop during another operation', () => {
  const cases = [
    { name: 'pause', first: [], action: 'pause', body: {} },
    { name: 'resume', first: ['pause'], action: 'resume', body: {} },
    { name: 'next', first: [], action: 'next', body: {} },
    { name: 'volume', first: [], action: 'volume', body: { volume: 30 } },
  ] as const;
  test.each(cases)(
    '$name: silences the terminal before either is stored, and stays the last',
    async (one) => {
      const { client, id: terminal } = await site.adopted(`WIN-${one.name}`);
      const second = await site.file(`Second ${one.name}`, 600);
      const id = await site.started({ files: [song, second], devices: [terminal] });
      await client.next('stream.open');
      for (const action of one.first) await site.act(id, action);
      const free = await held(id);
      let isAnswered = false;
      const other = site.post(`/v1/task/${id}/${one.action}`, one.body).finally(() => {
        isAnswered = true;
      });
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
      // Actions that take effect at once are answered from the journal after a while.
      if (one.action === 'next') expect(isAnswered).toBe(false);
      const stop = site.act(id, 'stop');
      expect((await client.next('stream.close')).stream).toBe(id);
      expect(site.live(id)).toBeUndefined();
      expect(site.device(terminal)).toMatchObject({ play_status: 3, task_id: null });
      if (one.action === 'next') expect(isAnswered).toBe(false);
      await free();
      expect((await stop).body.code).toBe(200);
      await other;
      expect(site.live(id)).toBeUndefined();
      expect((await site.get(`/v1/task/${id}`)).body.value).toMatchObject({
        state: 'ended',
        end_reason: 'stopped',
      });
    },
  );
});

test('pause, volume and resume take effect while they cannot be stored, and are stored later', async () => {
  const { client, id: terminal } = await site.adopted('UNSTORED');
  const id = await site.started({ files: [song], devices: [terminal] });
  await client.next('stream.open');
  const stored = async () => {
    const { rows } = await site.database.pool.query('select state, volume from broadcast where id = $1', [
      id,
    ]);
    const { rows: audit } = await site.database.pool.query(
      "select action from audit where entity = 'task' and entity_id = $1 order by id",
      [id],
    );
    return { ...rows[0], actions: audit.map(({ action }: { action: string }) => action) };
  };
  await expect.poll(stored).toMatchObject({ state: 'playing' });
  const away = ['broadcast', 'audit'];
  for (const table of away) await site.database.pool.query(`alter table ${table} rename to ${table}_away`);
  try {
    expect((await site.act(id, 'pause')).body.code).toBe(200);
    expect(site.live(id)).toMatchObject({ state: 'paused' });
    expect((await site.post(`/v1/task/${id}/volume`, { volume: 30 })).body.code).toBe(200);
    expect((await site.act(id, 'resume')).body.code).toBe(200);
    expect((await site.act(id, 'pause')).body.code).toBe(200);
    expect(site.live(id)).toMatchObject({ state: 'paused', volume: 30 });
  } finally {
    for (const table of away) await site.database.pool.query(`alter table ${table}_away rename to ${table}`);
  }
  await expect.poll(stored, { timeout: 60_000 }).toMatchObject({ state: 'paused', volume: 30 });
  await expect
    .poll(async () => (await stored()).actions.slice(-4), { timeout: 60_000 })
    .toEqual(['pause', 'volume', 'resume', 'pause']);
  await site.act(id, 'stop');
});
