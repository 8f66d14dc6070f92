import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import type { OfflineState } from '../../../contract/protocol/offline.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { until } from '../schedule/scheduleSite.ts';
import { manifestWith, type OfflineSite, startAlarm, startOfflineSite } from './offlineSite.ts';

let site: OfflineSite;
let song: number;
beforeAll(async () => {
  site = await startOfflineSite();
  song = await site.file('Song', 3);
});
afterAll(() => site.close());

const state = (fields: Partial<OfflineState>): OfflineState => ({
  type: 'keep.state',
  revision: null,
  missing: [],
  trouble: null,
  bytes: 0,
  limit: 1e9,
  ...fields,
});
const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex');
const fetchItem = (id: string, ticket: string) =>
  fetch(`${site.http}/v1/terminal_media/${id}?ticket=${ticket}`);

test('a marked task is sent with its runs and its sound, and shown as stored when confirmed', async () => {
  const { client, id } = await site.keeping('KEEP-1');
  const empty = await client.next('keep.manifest');
  expect(empty).toMatchObject({ items: [], runs: [] });
  expect(site.view(id)).toBeNull();

  const { start_date, start_time, at } = site.wall.in(3_600_000);
  const body = { files: [song], devices: [id], start_date, start_time, offline_tasks: true, count: 2 };
  const task = await site.task({ ...body, interval_time: 1 });
  const manifest = await manifestWith(client, ({ runs }) => runs.length > 0);
  const [item] = manifest.items;
  expect(item).toMatchObject({ name: 'Song', bytes: 150 * PROGRAMME_PACKET_BYTES });
  expect(manifest.runs[0]).toEqual({ start_s: at / 1000, programme: 0 });
  // Today and a week more, all with one programme.
  expect(manifest.runs).toHaveLength(8);
  expect(manifest.programmes).toMatchObject([
    { task: task.id, length_ms: 7000, list_ms: 7000, list: [{ ms: 3000 }, { item: null, ms: 1000 }] },
  ]);
  await until('waiting', () => site.view(id)?.state === 'waiting');

  client.send({ type: 'keep.want' });
  const { ticket } = await client.next('keep.ticket');
  const answer = await fetchItem(item?.id ?? '', ticket);
  expect(sha256(await answer.arrayBuffer())).toBe(item?.id);

  client.send(state({ revision: manifest.revision, missing: [item?.id ?? ''], trouble: 'full' }));
  await until('full', () => site.view(id)?.trouble === 'full');
  client.send(state({ revision: manifest.revision, bytes: item?.bytes ?? 0 }));
  await until('held', () => site.view(id)?.state === 'synced');
  expect(site.view(id)).toMatchObject({ tasks: 1, bytes: item?.bytes });

  // With another start time the terminal lags; without the mark it has nothing to store.
  await site.value('PATCH', `/v1/scheduled_task/${task.id}`, {
    start_time: site.wall.in(7_200_000).start_time,
  });
  const later = await manifestWith(client, ({ revision }) => revision !== manifest.revision);
  expect(later.runs[0]?.start_s).not.toBe(manifest.runs[0]?.start_s);
  expect(site.view(id)?.state).toBe('waiting');
  await client.drop();
  await until('away', () => site.view(id)?.state === 'offline');
  await site.value('PATCH', `/v1/scheduled_task/${task.id}`, { offline_tasks: false });
  await until('nothing', () => site.view(id) === null);
});

test('a ticket opens the files of its terminal, for that terminal only, until it disconnects', async () => {
  const [one, other] = [await site.keeping('KEEP-2'), await site.keeping('KEEP-3')];
  const { start_date, start_time } = site.wall.in(3_600_000);
  await site.task({ files: [song], devices: [one.id], start_date, start_time, offline_tasks: true });
  const { items } = await manifestWith(one.client, ({ runs }) => runs.length > 0);
  const id = items[0]?.id ?? '';
  one.client.send({ type: 'keep.want' });
  other.client.send({ type: 'keep.want' });
  const { ticket } = await one.client.next('keep.ticket');
  const { ticket: others } = await other.client.next('keep.ticket');
  expect((await fetchItem(id, ticket)).status).toBe(200);
  expect((await fetchItem(id, others)).status).toBe(404);
  for (const wrong of ['..%2f..%2fsecret', 'f'.repeat(64), id.toUpperCase()])
    expect((await fetchItem(wrong, ticket)).status).toBe(404);
  one.client.send({ type: 'keep.want' });
  const { ticket: newer } = await one.client.next('keep.ticket');
  expect((await fetchItem(id, ticket)).status).toBe(401);
  expect((await fetchItem(id, newer)).status).toBe(200);
  await one.client.drop();
  await until('gone', async () => (await fetchItem(id, newer)).status === 401);
});

test("alarm messages are stored, and an alarm's stream describes its offline continuation", async () => {
  const { client, id, secret } = await site.keeping('KEEP-4');
  const plain = await site.keeping('KEEP-5', null, ['decode']);
  const message = await site.file('Leave', 4);
  const items = await site.items([message]);
  const messages = [{ plan: 1, title: 'Fire', items }];
  site.deps.alarmKeeping.setAlarmMessages(new Map([id, plain.id].map((one) => [one, messages])));
  const manifest = await manifestWith(client, (one) => one.items.length > 0);
  expect(manifest).toMatchObject({ items: [{ name: 'Leave' }], runs: [] });
  await until('reported as unsupported', () => site.view(plain.id)?.state === 'unsupported');
  expect(plain.client.heard.some(({ type }) => type === 'keep.manifest')).toBe(false);

  const alarm = await startAlarm(site, items, [id]);
  const open = await client.next('stream.open');
  expect(open.kept).toEqual({
    before: [],
    list: [
      { item: manifest.items[0]?.id, ms: 4000 },
      { item: null, ms: 500 },
    ],
    after: [],
    list_ms: null,
    began_us: open.began_us,
    max_s: 1800,
  });
  await site.value('PATCH', '/v1/sys/config', { alarm_alone_minutes: 5 });
  await client.drop();
  const again = await TerminalClient.hello(site.url, {
    code: 'KEEP-4',
    secret,
    features: ['decode', 'offline'],
  });
  expect((await again.next('stream.open')).kept).toMatchObject({ max_s: 300, began_us: open.began_us });
  await site.deps.broadcasting.engine.stop(alarm);

  // Other broadcasts have none.
  await site.started({ files: [message], devices: [id] });
  expect((await again.next('stream.open')).kept).toBeUndefined();
});

test('false claims of a hostile terminal change only its own row', async () => {
  const { client, id } = await site.keeping('KEEP-6');
  await client.next('keep.manifest');
  const record = { task: 1, start_s: 1, broadcast: null, first_sound_ms: site.wall.now(), played_ms: 5 };
  const other = { ...record, task: null, start_s: null, broadcast: 1 };
  client.send({
    type: 'keep.played',
    records: [
      { n: 1, ...record },
      { n: 2, ...other },
      { n: 3, ...other, first_sound_ms: site.wall.now() - 3_600_000 },
    ],
  });
  // An alarm that has just begun may not be stored yet; the terminal sends its record again.
  expect((await client.next('keep.confirmed')).records).toEqual([1, 3]);
  const { rows } = await site.database.pool.query('select 1 from broadcast_target where offline_ms > 0');
  expect(rows).toHaveLength(0);
  client.send(state({ revision: 'nonsense', missing: ['f'.repeat(64)] }));
  expect(site.view(id)).toBeNull();
  client.send({ ...state({}), missing: ['not a hash'] });
  expect((await client.next('refused')).code).toBe('garbage');
});

test('a task shows how many terminals hold it, which lack it and why; a long lag is a fault', async () => {
  const other = await startOfflineSite({ unsyncedMs: 300 });
  try {
    const file = await other.file('Song', 3);
    const zone = await other.zone('East');
    const [one, two] = [await other.keeping('LAG-1', zone), await other.keeping('LAG-2')];
    const { start_date, start_time } = other.wall.in(3_600_000);
    const devices = [one.id, two.id];
    const task = await other.task({ files: [file], devices, start_date, start_time, offline_tasks: true });
    const { revision, items } = await manifestWith(one.client, ({ runs }) => runs.length > 0);
    one.client.send(state({ revision, bytes: 1 }));
    two.client.send(state({ revision, missing: [items[0]?.id ?? ''], trouble: 'full' }));
    const live = () => other.liveTask(task.id)?.kept;
    await until('one of two', () => live()?.synced === 1 && live()?.total === 2);
    const path = `/v1/scheduled_task/${task.id}/keeping`;
    const listed = await other.value<{ rows: { code: string; state: string; trouble: string | null }[] }>(
      'GET',
      path,
    );
    expect(listed.rows.map(({ code, state, trouble }) => [code, state, trouble])).toEqual([
      ['LAG-2', 'trouble', 'full'],
      ['LAG-1', 'synced', null],
    ]);
    const eastern = await other.limited('eastern', zone);
    const seen = await other.value<typeof listed>('GET', path, undefined, eastern);
    expect(seen.rows.map(({ code }) => code)).toEqual(['LAG-1']);
    const faults = () =>
      other.deps.faultWatch.faults.allOpen().filter(({ kind }) => kind === 'terminal_unsynced');
    await until('the fault', () => faults()[0]?.params.trouble === 'full');
    two.client.send(state({ revision, bytes: 1 }));
    await until('no fault', () => faults().length === 0);
    await until('both', () => live()?.synced === 2);
  } finally {
    await other.close();
  }
});

test('a manifest has the resume policy of pre-empted runs, and the mix role', async () => {
  const [one, two] = [await site.keeping('KEEP-6'), await site.keeping('KEEP-7')];
  // Repeated if the second changed between two readings of the clock.
  let [from, to] = [site.wall.in(3_600_000), site.wall.in(4_500_000)];
  while (to.at - from.at !== 900_000) [from, to] = [site.wall.in(3_600_000), site.wall.in(4_500_000)];
  const { start_date, start_time } = from;
  const body = { files: [song], start_date, start_time, offline_tasks: true, loop: 1, duration: 600 };
  const both = [one.id, two.id];
  const everywhere = await site.task({ ...body, name: 'Bell', devices: both, priority: 90 });
  await site.task({ ...body, name: 'Here', devices: [one.id], priority: 80, resume_policy: 'none' });
  const waiting = { ...body, name: 'Music', devices: both, priority: 10, resume_policy: 'position' };
  const music = await site.task({ ...waiting, end_time: to.start_time });
  const programmesByTitle = async () => {
    const { programmes } = await manifestWith(one.client, (manifest) => manifest.programmes.length === 3);
    return new Map(programmes.map((programme) => [programme.title, programme]));
  };
  const off = await programmesByTitle();
  expect(off.get('Bell')).not.toHaveProperty('resume');
  expect(off.get('Here')).toMatchObject({ resume: 'none' });
  // Only tasks that reach all of its terminals make it wait.
  expect(off.get('Music')).toMatchObject({
    task: music.id,
    resume: 'position',
    held_by: [everywhere.id],
    window_ms: 900_000,
  });
  expect([...off.values()].some((programme) => 'part' in programme)).toBe(false);

  await site.value('PATCH', '/v1/sys/config', { voice_mix: true });
  expect((await programmesByTitle()).get('Music')).toMatchObject({ part: 'programme' });
  await site.value('PATCH', '/v1/sys/config', { voice_mix: false });
});

test('the silence of an exam is kept beside kept sound, without a sound of its own, and ranks above it', async () => {
  const { client, id } = await site.keeping('KEEP-QUIET');
  const other = await site.keeping('KEEP-ELSE');
  const { start_date, start_time } = site.wall.in(3_600_000);
  const quiet = { start_time, end_time: site.wall.in(7_200_000).start_time };
  const plan = await site.value<{ id: number }>('POST', '/v1/plan', {
    name: 'Finals',
    exam: true,
    start_date,
  });
  await site.value('PUT', `/v1/plan/${plan.id}/timetable`, { devices: [id, other.id], rows: [], quiet });
  await site.task({ files: [song], devices: [id], start_date, start_time, offline_tasks: true });
  const { items, programmes } = await manifestWith(client, ({ programmes }) => programmes.length > 1);
  expect(items.map(({ name }) => name)).toEqual(['Song']);
  const silence = programmes.find(({ list }) => list.length === 0);
  const sound = programmes.find(({ list }) => list.length > 0);
  expect(silence).toMatchObject({ before: [], after: [], length_ms: 3_600_000 });
  expect(silence?.weight).toBeGreaterThan(sound?.weight ?? Number.POSITIVE_INFINITY);
  expect(site.view(id)?.tasks).toBe(1);
  // A terminal that plays nothing by itself keeps no silence.
  expect(site.view(other.id)).toBeNull();
});
