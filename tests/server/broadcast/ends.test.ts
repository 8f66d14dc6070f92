import { afterAll, beforeAll, expect, test } from 'vitest';
import * as repository from '../../../server/air/broadcast/broadcast.repository.ts';
import { type AirSite, startAirSite } from './airSite.ts';

let site: AirSite;
let song: number;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
});
afterAll(() => site.close());

test('a stopped task has no missed terminal where a higher one played; a silent terminal counts as missed', async () => {
  const { client, id: terminal } = await site.adopted('MISSED-1');
  const low = await site.started({ name: 'Low', files: [song], devices: [terminal], priority: 10 });
  const high = await site.started({ name: 'High', files: [song], devices: [terminal], priority: 90 });
  await client.until(() => site.live(low)?.state === 'waiting', 'pre-empted');
  await site.act(low, 'stop');
  await site.act(high, 'stop');
  const counts = async (id: number) => {
    const { heard, missed, targets } = (await site.get(`/v1/task/${id}`)).body.value as {
      heard: number;
      missed: number;
      targets: number;
    };
    return { heard, missed, targets };
  };
  await expect.poll(() => counts(low)).toEqual({ heard: 0, missed: 0, targets: 1 });
  await expect.poll(() => counts(high)).toEqual({ heard: 0, missed: 1, targets: 1 });
  await expect.poll(async () => (await site.targets(low))[0]?.reason?.key).toBe('preempted');
});

test('a file cannot be deleted between reading its row and storing the broadcast that plays it', async () => {
  const file = await site.file('Wanted', 5);
  const { id: terminal } = await site.adopted('HELD-1');
  const id = await site.started({ name: 'Donor', files: [song], devices: [terminal] });
  await site.act(id, 'stop');
  const { rows } = await site.database.pool.query('select * from broadcast where id = $1', [id]);
  const { id: _id, rev: _rev, anchor_at: _at, seed, ...values } = rows[0];
  let deletion: Promise<{ body: { code: number; key?: string } }> | undefined;
  const items = [{ kind: 'file' as const, file_id: file, name: 'Wanted', path: 'x', duration_ms: 5000 }];
  const begun = await site.deps.db.transaction(async (tx) => {
    const row = await repository.insert(
      tx,
      {
        ...values,
        seed: Number(seed),
        anchor_at: 0,
        started_at: 0,
        state: 'paused',
        ended_at: null,
        end_reason: null,
        items,
      },
      [],
    );
    deletion = site.call('DELETE', `/v1/file/${file}`, { token: site.token }) as typeof deletion;
    await expect
      .poll(
        async () =>
          (
            await site.database.pool.query(
              "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount,
      )
      .toBeGreaterThan(0);
    return row.id;
  });
  expect((await deletion)?.body).toMatchObject({ code: 409, key: 'media.inUse' });
  await site.database.pool.query('delete from broadcast where id = $1', [begun]);
  expect((await site.get(`/v1/file/${file}`)).body.code).toBe(200);
});

test('a task with a deleted file is not stored', async () => {
  const items = [{ kind: 'file' as const, file_id: 999_999, name: 'Gone', path: 'x', duration_ms: 5000 }];
  await expect(
    site.deps.db.transaction((tx) =>
      repository.insert(tx, { items, id: site.deps.ids.next('broadcast') } as never, []),
    ),
  ).rejects.toMatchObject({ code: 404 });
});

test('the task weights of the system configuration rank broadcasts that start from then on', async () => {
  const { id: terminal } = await site.adopted('WEIGHT-1');
  const start = () => site.started({ files: [song], devices: [terminal], priority: 5 });
  const before = await start();
  const change = (real_time_web_priority: number) =>
    site.call('PATCH', '/v1/sys/config', { token: site.token, body: { real_time_web_priority } });
  await change(7);
  const after = await start();
  expect([site.live(before)?.weight, site.live(after)?.weight]).toEqual([20_005, 7_005]);
  expect(site.live(after)?.state).toBe('waiting');
  await change(20);
  await site.act(before, 'stop');
  await site.act(after, 'stop');
});
