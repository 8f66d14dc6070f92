import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, packetsOf, startAirSite } from './airSite.ts';

let site: AirSite;
let song: number;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
});
afterAll(() => site.close());

test('a task is stored, heard, shown and logged; stop ends it', async () => {
  const { client, id: terminal } = await site.adopted('START-1');
  const id = await site.started({ name: 'Morning', files: [song], devices: [terminal], volume: 40 });
  const open = await client.next('stream.open');
  expect(open).toMatchObject({ stream: id, broadcast: id, title: 'Morning', task_type: 1, volume: 40 });
  await client.until(() => packetsOf(client).size >= 25, 'half a second of packets');
  expect(packetsOf(client).get(open.from_us)).toBe(`${song}:0`);
  expect(packetsOf(client).get(open.from_us + 200_000)).toBe(`${song}:10`);
  expect(site.device(terminal)).toMatchObject({ play_status: 4, task_id: id, tasks: 'Morning' });
  expect(site.live(id)).toMatchObject({
    state: 'playing',
    targets: 1,
    started_by: 'admin',
    item_name: 'Song',
  });

  const metrics = (await site.app.inject('/metrics')).body;
  expect(metrics).toContain('tocsin_broadcasts{state="playing"} 1');
  expect(metrics).toContain('tocsin_broadcast_targets{state="silent"} 1');
  client.report({ state: 'playing', stream: id, received: 25, first_sound_us: open.from_us, level_db: -20 });
  await client.until(() => site.live(id)?.sounding === 1, 'sounding');
  expect(await site.targets(id)).toMatchObject([
    {
      terminal_id: terminal,
      state: 'sounding',
      reason: { key: 'playing', params: { task: 'Morning' } },
      received: 25,
    },
  ]);

  expect((await site.act(id, 'stop')).body.code).toBe(200);
  expect((await client.next('stream.close')).stream).toBe(id);
  expect(site.live(id)).toBeUndefined();
  expect(site.device(terminal)).toMatchObject({ play_status: 3, task_id: null, reason: { key: 'stopped' } });
  const detail = await site.get(`/v1/task/${id}`);
  expect(detail.body.value).toMatchObject({
    state: 'ended',
    end_reason: 'stopped',
    started_by: 'admin',
    targets: 1,
    items: [{ file_id: song, name: 'Song', duration_ms: 600_000 }],
    live: null,
  });
  const { rows } = await site.database.pool.query(
    "select action from audit where entity = 'task' and entity_id = $1 order by id",
    [id],
  );
  expect(rows.map((row) => row.action)).toEqual(['start', 'stop']);
  await expect
    .poll(async () => (await site.targets(id))[0])
    .toMatchObject({ state: 'ended', reason: null, received: 25 });
  expect((await site.act(id, 'stop')).body).toMatchObject({ code: 999, key: 'broadcast.notRunning' });
});

test('pause and resume follow the workflow table and are refused otherwise', async () => {
  const { client, id: terminal } = await site.adopted('PAUSE-1');
  const id = await site.started({ files: [song], devices: [terminal] });
  const open = await client.next('stream.open');
  await client.until(() => packetsOf(client).size >= 25, 'half a second of packets');
  expect((await site.act(id, 'resume')).body).toMatchObject({ code: 999, key: 'broadcast.actionNotAllowed' });
  expect((await site.act(id, 'pause')).body.code).toBe(200);
  const flush = await client.next('stream.flush');
  expect(flush.stream).toBe(id);
  expect(site.device(terminal)).toMatchObject({ play_status: 1, reason: { key: 'paused' } });
  expect(site.live(id)).toMatchObject({ state: 'paused' });
  expect((await site.act(id, 'pause')).body).toMatchObject({ code: 999, key: 'broadcast.actionNotAllowed' });
  client.frames.length = 0;
  expect((await site.act(id, 'resume')).body.code).toBe(200);
  await client.until(() => packetsOf(client).size >= 5, 'packets after the pause');
  const [at = 0, first] = [...packetsOf(client)].sort(([a], [b]) => a - b)[0] ?? [];
  expect(first).toBe(`${song}:${Math.max(0, flush.from_us - open.from_us) / 20_000}`);
  expect((at - open.from_us) % 20_000).toBe(0);
  await site.act(id, 'stop');
});

test('zones include their subtrees, and a text is synthesised first', async () => {
  const north = await site.zone('North');
  const hall = await site.zone('Hall', north);
  const [a, b] = [await site.adopted('ZONE-1', north), await site.adopted('ZONE-2', hall)];
  const id = await site.started({
    name: 'Notice',
    audio_source: 1,
    textContent: 'Attention please, the building closes in ten minutes.',
    voiceName: 'xiaofeng',
    orgs: [north],
  });
  expect((await a.client.next('stream.open')).stream).toBe(id);
  expect((await b.client.next('stream.open')).stream).toBe(id);
  const detail = await site.get(`/v1/task/${id}`);
  expect(detail.body.value).toMatchObject({
    audio_source: 1,
    textContent: 'Attention please, the building closes in ten minutes.',
    items: [{ kind: 'speech' }],
    targets: 2,
  });
  // The length is unknown while it is being synthesised.
  await eventually(() => expect(site.live(id)?.total_ms).toBeGreaterThan(1500), { timeout: 30_000 });
  const live = site.live(id);
  expect(live?.org?.toSorted()).toEqual([north, hall].toSorted());
  await site.act(id, 'stop');
});

test('a higher task pre-empts with a reason, and returns the terminal at the live position', async () => {
  const { client, id: terminal } = await site.adopted('HIGH-1');
  const low = await site.started({ name: 'Low', files: [song], devices: [terminal], priority: 10 });
  const first = await client.next('stream.open');
  const high = await site.started({ name: 'High', files: [song], devices: [terminal], priority: 90 });
  expect((await client.next('stream.close')).stream).toBe(low);
  expect(await client.next('stream.open')).toMatchObject({ stream: high, over: 'Low' });
  expect(site.live(low)).toMatchObject({ state: 'waiting', preempted: 1 });
  expect(site.device(terminal)?.reason).toEqual({ key: 'preempting', params: { task: 'High', over: 'Low' } });
  expect((await site.targets(low))[0]).toMatchObject({
    state: 'preempted',
    reason: { key: 'preempted', params: { task: 'Low', by: 'High' } },
  });
  client.frames.length = 0;
  await site.act(high, 'stop');
  const again = await client.next('stream.open');
  expect(again.stream).toBe(low);
  await client.until(() => packetsOf(client).has(again.from_us), 'the first packet');
  const live = (again.from_us - first.from_us) / 20_000;
  expect(packetsOf(client).get(again.from_us)).toBe(`${song}:${live}`);
  await site.act(low, 'stop');
});

test('a dry run lists pre-empted tasks, tasks ahead of it and unreachable terminals', async () => {
  const [a, b, c] = [await site.adopted('DRY-1'), await site.adopted('DRY-2'), await site.adopted('DRY-3')];
  const low = await site.started({ name: 'Background', files: [song], devices: [a.id], priority: 10 });
  const high = await site.started({ name: 'Chief', files: [song], devices: [b.id], priority: 90 });
  await c.client.drop();
  await expect.poll(() => site.device(c.id)?.online).toBe(false);
  const found = await site.dryRun({ files: [song, song], devices: [a.id, b.id, c.id], priority: 50 });
  expect(found).toEqual({
    targets: 3,
    sounding: 1,
    sent: 0,
    start_wait: null,
    preempts: [{ task_id: low, name: 'Background', terminals: 1 }],
    ducks: [],
    ducked: [],
    waits: [{ task_id: high, name: 'Chief', terminals: 1 }],
    unreachable_count: 1,
    unreachable_behind: 0,
    unreachable: [{ terminal_id: c.id, code: 'DRY-3', name: 'DRY-3', org: site.top(), reason: 'offline' }],
    total_ms: 1_200_000,
    outcome: null,
  });
  expect(site.live(low)).toMatchObject({ state: 'playing' });
  await site.post('/v1/task/stop_all', {});
});

test('the list can be changed while it plays, but not emptied', async () => {
  const other = await site.file('Other', 60);
  const { client, id: terminal } = await site.adopted('LIST-1');
  const id = await site.started({ files: [song, other], devices: [terminal] });
  await client.next('stream.open');
  expect((await site.files(id, [])).body).toMatchObject({
    code: 999,
    key: 'broadcast.listNotEmptyWhilePlaying',
  });
  expect((await site.files(id, [other, song])).body.code).toBe(200);
  expect(site.live(id)).toMatchObject({ item_index: 1, item_name: 'Song' });
  expect((await site.act(id, 'previous')).body.code).toBe(200);
  await client.until(() => [...packetsOf(client).values()].includes(`${other}:0`), 'the other file');
  await client.until(() => site.live(id)?.item_name === 'Other', 'its name');
  expect((await site.files(id, [other])).body.code).toBe(200);
  expect((await site.files(id, [])).body).toMatchObject({ code: 999, key: 'broadcast.lastItem' });
  expect((await site.files(id, [999_999])).body.code).toBe(404);
  expect((await site.act(id, 'volume', { volume: 10 })).body.code).toBe(200);
  expect(await client.next('stream.volume')).toEqual({ type: 'stream.volume', stream: id, volume: 10 });
  expect((await site.act(id, 'next')).body.code).toBe(200);
  expect(site.live(id)).toBeUndefined();
  expect((await site.get(`/v1/task/${id}`)).body.value).toMatchObject({ end_reason: 'stopped' });
});

test('running and ended broadcasts are listed by page, name and state', async () => {
  const { id: terminal } = await site.adopted('PAGE-1');
  const ids: number[] = [];
  for (const name of ['Bell 1', 'Bell 2', 'Bell 3'])
    ids.push(await site.started({ name, files: [song], devices: [terminal] }));
  await site.act(ids[1] ?? 0, 'stop');
  const list = async (query: string) => {
    const { value } = (await site.get(`/v1/task?q=Bell&sort=name&${query}`)).body;
    const { rows, total } = value as { rows: { name: string; state: string }[]; total: number };
    return [total, ...rows.map((row) => `${row.name} ${row.state}`)];
  };
  expect(await list('state=on_air')).toEqual([2, 'Bell 1 playing', 'Bell 3 playing']);
  expect(await list('state=ended')).toEqual([1, 'Bell 2 ended']);
  expect(await list('page=2&limit=2')).toEqual([3, 'Bell 3 playing']);
  expect((await site.get('/v1/task?state=nonsense')).body.code).toBe(400);
  await site.post('/v1/task/stop_all', {});
});

test('terminals are removed one by one by the batch action of devices', async () => {
  const [a, b] = [await site.adopted('OUT-1'), await site.adopted('OUT-2')];
  const id = await site.started({ files: [song], devices: [a.id, b.id] });
  const stop = async (ids: number[]) => {
    const answer = await site.post('/v1/device/batch', { action: 'stop', ids });
    return (answer.body.value as { results: { id: number; code: number }[] }).results;
  };
  expect(await stop([a.id, 999_999])).toMatchObject([
    { id: a.id, ok: true },
    { id: 999_999, code: 404 },
  ]);
  expect((await a.client.next('stream.close')).stream).toBe(id);
  expect(site.device(a.id)).toMatchObject({ play_status: 3 });
  expect(site.device(b.id)).toMatchObject({ play_status: 4 });
  const states = new Map((await site.targets(id)).map((row) => [row.terminal_id, row.state]));
  expect([states.get(a.id), states.get(b.id)]).toEqual(['left', 'silent']);
  expect(await stop([a.id])).toMatchObject([{ id: a.id, ok: false, code: 999 }]);
  await stop([b.id]);
  expect((await site.get(`/v1/task/${id}`)).body.value).toMatchObject({ end_reason: 'no_targets' });
});
