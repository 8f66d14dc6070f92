import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BroadcastTargetRow } from '../../../contract/entities/tasks/broadcast.ts';
import { type AirSite, packetsOf, startAirSite } from './airSite.ts';

let site: AirSite;
let song: number;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
});
afterAll(() => site.close());

const codes = async (id: number, query: string) => {
  const answer = await site.get(`/v1/task/${id}/target${query}`);
  const { rows, total } = answer.body.value as { rows: BroadcastTargetRow[]; total: number };
  expect(total).toBe(rows.length);
  return rows.map((row) => row.code);
};

test('targets are filtered by state; silent ones come first, then sorted by name', async () => {
  const [a, b, c] = [await site.adopted('T-A'), await site.adopted('T-B'), await site.adopted('T-C')];
  const low = await site.started({
    name: 'Low',
    files: [song],
    devices: [a.id, b.id, c.id],
    priority: 10,
  });
  for (const { client } of [a, b, c]) {
    const open = await client.next('stream.open');
    await client.until(() => packetsOf(client).size >= 25, 'half a second of packets');
    client.report({ state: 'playing', stream: low, received: 25, first_sound_us: open.from_us });
  }
  await a.client.until(() => site.live(low)?.sounding === 3, 'all sound');
  expect(await codes(low, '')).toEqual(['T-A', 'T-B', 'T-C']);
  const high = await site.started({ files: [song], devices: [c.id], priority: 90 });
  await b.client.drop();
  await a.client.until(() => site.live(low)?.offline === 1, 'one is offline');

  expect(await codes(low, '')).toEqual(['T-B', 'T-C', 'T-A']);
  expect(await codes(low, '?state=sounding')).toEqual(['T-A']);
  expect(await codes(low, '?state=offline')).toEqual(['T-B']);
  expect(await codes(low, '?state=preempted')).toEqual(['T-C']);
  expect(await codes(low, '?state=silent')).toEqual([]);
  expect(await codes(low, '?q=t-a')).toEqual(['T-A']);
  expect((await site.get(`/v1/task/${low}/target?state=asleep`)).body.code).toBe(400);
  await site.act(low, 'pause');
  expect(await codes(low, '?state=silent')).toEqual(['T-A']);

  await site.act(low, 'stop');
  await site.act(high, 'stop');
  await expect.poll(() => codes(low, '?state=heard')).toEqual(['T-A', 'T-B', 'T-C']);
  expect(await codes(high, '?state=unheard')).toEqual(['T-C']);
  expect(await codes(high, '?state=heard')).toEqual([]);
});

test('the live row has the remaining time: by its list, by its duration, or endless', async () => {
  const { id: terminal } = await site.adopted('T-LEFT');
  const live = async (body: object) => {
    const id = await site.started({ files: [song], devices: [terminal], ...body });
    const row = site.live(id);
    await site.act(id, 'stop');
    return row;
  };
  expect(await live({ files: [song, song], interval_time: 5 })).toMatchObject({ left_ms: 1_205_000 });
  expect(await live({ duration: 90 })).toMatchObject({ left_ms: 90_000 });
  expect(await live({ loop: 1 })).toMatchObject({ left_ms: null });
  expect(await live({ loop: 1, duration: 30 })).toMatchObject({ left_ms: 30_000 });

  const id = await site.started({ files: [song, song], devices: [terminal], duration: 900 });
  await site.act(id, 'next');
  const row = site.live(id);
  expect(row?.item_index).toBe(1);
  expect(row?.left_ms).toBeGreaterThan(500_000);
  expect(row?.left_ms).toBeLessThanOrEqual(600_000);
  await site.act(id, 'stop');
});
