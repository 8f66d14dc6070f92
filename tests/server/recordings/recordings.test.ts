import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RecordFile } from '../../../contract/entities/sound/recordFile.ts';
import { OggOpus } from '../../../server/sound/recordings/ogg.ts';
import { station as stationPart } from '../../../terminal/headless/station.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';
import { decoded, level, tone } from './sound.ts';
import { speak } from './speak.ts';

/** Recordings of the whole server: call stations, a capturer, visibility, and retention. */
let site: TalkSite;
let [hall, yard] = [0, 0];
beforeAll(async () => {
  site = await startTalkSite();
  [hall, yard] = [await site.zone('Hall'), await site.zone('Yard')];
});
afterEach(() => site.stopTerminals());
afterAll(() => site.close());

const path = '/v1/record_file';
async function value<T>(method: string, to: string, body?: object, token = site.token): Promise<T> {
  const answer = await site.call(method, to, body === undefined ? { token } : { token, body });
  if (answer.body.code !== 200) throw new Error(`${method} ${to}: ${answer.body.message}`);
  return answer.body.value as T;
}
const rows = async (query = '', token = site.token) =>
  (await value<{ rows: RecordFile[] }>('GET', `${path}${query}`, undefined, token)).rows;
/** Newest ended recording that matches the query, once there is one. */
async function ended(query: string): Promise<RecordFile> {
  const over = async () => (await rows(query)).find((row) => row.duration_ms !== null);
  await expect.poll(over, { timeout: 60_000 }).toBeDefined();
  return (await over()) as RecordFile;
}
async function fileOf(id: number, kind: 'listen' | 'download' = 'listen', token = site.token) {
  const { url } = await value<{ url: string }>('POST', `${path}/${id}/ticket`, { kind }, token);
  return site.app.inject(url);
}
const folder = () => join(site.deps.env.DATA_DIR, 'recordings');
const files = () =>
  readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

test('a page of a call station is recorded as sent, and can be listed, drawn, heard, downloaded and exported', async () => {
  const { recording } = await site.speaker('REC-S1', hall);
  const station = await site.station('REC-C1', hall);
  const stop = await speak(site, station, { orgs: [hall] });
  await expectOpen('?recordType=page');
  // Recordings of this run go on.
  await site.deps.recordings.complete();
  const [now] = (await rows('?recordType=page')) as [RecordFile];
  expect(now).toMatchObject({ duration_ms: null, callerName: 'REC-C1', callerId: station.id, size: null });
  const early = await site.call('POST', `${path}/${now.id}/ticket`, {
    token: site.token,
    body: { kind: 'listen' },
  });
  expect(early.body).toMatchObject({ code: 409 });
  expect((await site.call('DELETE', `${path}/${now.id}`, { token: site.token })).body.code).toBe(409);
  await expect.poll(() => recording.firstSound(0), { timeout: 30_000 }).not.toBeNull();
  const began = recording.endUs;
  await expect.poll(() => recording.endUs - began, { timeout: 30_000 }).toBeGreaterThan(2_000_000);
  stop();
  const liveRow = () => site.deps.live.state('record_file').rows.get(now.id);
  expect(liveRow()).toEqual({ id: now.id, org: [hall], rev: 0 });
  const row = await ended('?recordType=page');
  expect(row).toMatchObject({
    id: now.id,
    calleeName: 'REC-S1',
    channels: 1,
    emergency: false,
    lost: 0,
    org: [hall],
  });
  expect(row.duration_ms).toBeGreaterThan(1_900);
  expect(Math.abs(row.began_at - Date.now())).toBeLessThan(60_000);
  expect(liveRow()).toEqual({ id: now.id, org: [hall], rev: 1 });
  const heard = await fileOf(row.id);
  expect(heard.headers['content-type']).toBe('audio/ogg');
  expect(heard.rawPayload.length).toBe(row.size);
  const [stored] = files();
  const samples = decoded(join(stored?.parentPath ?? '', stored?.name ?? ''));
  const seconds = samples.length / 48_000;
  expect(level(samples, seconds / 2, seconds - 0.5)).toBeGreaterThan(0.01);

  const { peaks } = await value<{ peaks: number[] }>('GET', `${path}/${row.id}/waveform`);
  expect(peaks.length).toBeGreaterThan(90);
  expect(Math.max(...peaks)).toBeGreaterThan(1);
  const again = await value<{ peaks: number[] }>('GET', `${path}/${row.id}/waveform`);
  expect(again.peaks).toEqual(peaks);
  const saved = await fileOf(row.id, 'download');
  expect(String(saved.headers['content-disposition'])).toMatch(/attachment; filename=".*\.ogg"/);
  const { url } = await value<{ url: string }>('POST', `${path}/export/ticket`, {});
  const csv = await site.app.inject({ url: `${url}&q=rec-c1`, headers: { lang: 'en' } });
  expect(csv.body).toContain('REC-C1');
  // The ids of both sides: the station, and none for zones.
  expect(csv.body).toContain(`REC-C1,${station.id},`);
  expect(csv.body.split('\r\n')[0]).toContain('From,From id,To,To id');
  expect((await site.app.inject(`${url}&q=nobody`)).body).not.toContain('REC-C1');
  const audit = await site.database.pool.query(
    "select action from audit where entity = 'record_file' and entity_id = $1 order by id",
    [row.id],
  );
  expect(audit.rows.map((one) => one.action)).toEqual(['listen', 'download']);
});

test('a zone sees and hears the recordings heard in it, and deletes only those entirely in it', async () => {
  await site.speaker('REC-S2', hall);
  await site.speaker('REC-S3', yard);
  const station = await site.station('REC-C2');
  const stop = await speak(site, station, { all: true });
  await expectOpen('?who=REC-C2');
  stop();
  const both = await ended('?who=REC-C2');
  const [inHall, inYard] = [await site.limited('hall-1', hall), await site.limited('yard-1', yard)];
  const [page] = (await rows('?who=REC-C1')) as [RecordFile];
  expect((await rows('', inYard)).map((row) => row.id)).toEqual([both.id]);
  expect((await rows('', inYard))[0]).toMatchObject({ org: [yard], calleeName: 'Yard' });
  expect((await rows('', inHall)).map((row) => row.id)).toEqual([both.id, page.id]);
  for (const [method, to] of [
    ['GET', `${path}/${page.id}`],
    ['GET', `${path}/${page.id}/waveform`],
    ['DELETE', `${path}/${page.id}`],
  ] as const)
    expect((await site.call(method, to, { token: inYard })).body.code).toBe(404);
  expect((await site.post(`${path}/${page.id}/ticket`, { kind: 'listen' }, inYard)).body.code).toBe(404);
  expect((await fileOf(both.id, 'listen', inYard)).statusCode).toBe(200);
  expect((await site.call('DELETE', `${path}/${both.id}`, { token: inYard })).body.code).toBe(403);
  const operator = await site.limited('hall-2', hall, 'operator');
  expect((await site.call('GET', path, { token: operator })).body.code).toBe(403);
  const before = files().length;
  const gone = () => site.deps.live.state('record_file').rows.get(0);
  const goneBefore = { ...gone() };
  const batch = await value<{ results: { ok: boolean }[] }>(
    'POST',
    `${path}/batch`,
    { ids: [page.id, both.id], action: 'delete' },
    inHall,
  );
  expect(batch.results.map((one) => one.ok)).toEqual([true, false]);
  expect(files().length).toBe(before - 1);
  // Published to consoles, whichever page they show.
  expect(site.deps.live.state('record_file').rows.has(page.id)).toBe(false);
  expect(gone()).not.toEqual(goneBefore);
  expect((await site.post(`${path}/${page.id}/ticket`, { kind: 'listen' })).body).toMatchObject({
    code: 404,
    key: 'media.fileDeleted',
  });
});

test('a call is one recording of both stations, visible only with the zones of both', async () => {
  const ring = async (code: string, org: number) => {
    const { id, terminal } = await site.terminal(code, org, stationPart('dialogue', { answer: 'auto' }));
    const number = `7${id}`;
    await value('PATCH', `/v1/dialogue/${id}`, { call_number: number });
    return { id, terminal, number };
  };
  const [a, b] = [await ring('REC-D1', hall), await ring('REC-D2', yard)];
  a.terminal.session.caller.dial(b.number);
  await a.terminal.until(() => a.terminal.session.caller.view.phase === 'talking');
  await expectOpen('?recordType=call');
  const loud = (t: typeof a.terminal) => (t.sound().level_db ?? -200) > -60;
  await Promise.all([a.terminal.until(loud), b.terminal.until(loud)]);
  a.terminal.session.caller.hangUp();
  const row = await ended('?recordType=call');
  expect(row).toMatchObject({ callerName: 'REC-D1', callerId: a.id, calleeName: 'REC-D2', calleeId: b.id });
  expect(row).toMatchObject({ channels: 2, org: [hall, yard] });
  expect(await rows('?recordType=call')).toHaveLength(1);
  expect(await rows('?recordType=call', await site.limited('hall-3', hall))).toEqual([]);
});

test('a capturer task is recorded; expired recordings are removed, row and file', async () => {
  await site.speaker('REC-S4', hall);
  const capturer = await site.capturer('REC-P1', hall);
  const task = await value<{ id: number }>('POST', '/v1/capturer_task', {
    name: 'Door',
    capturer: capturer.id,
    capturer_channel: 1,
    orgs: [hall],
  });
  await value('POST', `/v1/capturer_task/${task.id}/start`, {});
  await expectOpen('?recordType=capturer');
  await value('POST', `/v1/capturer_task/${task.id}/stop`, {});
  const row = await ended('?recordType=capturer');
  expect(row).toMatchObject({ name: 'Door', callerName: 'REC-P1', callerId: capturer.id });
  const before = files().length;
  await value('PATCH', '/v1/sys/config', { record_retention_days: 30 });
  await site.deps.recordings.sweep();
  expect(files().length).toBe(before);
  await site.database.pool.query(
    'update record_file set began_at = began_at - 31 * 86400000::bigint where id = $1',
    [row.id],
  );
  await site.deps.recordings.sweep();
  expect(files().length).toBe(before - 1);
  expect((await site.call('GET', `${path}/${row.id}`, { token: site.token })).body.code).toBe(404);
  expect(readFileSync(join(files()[0]?.parentPath ?? '', files()[0]?.name ?? '')).length).toBeGreaterThan(0);
});

test('a recording whose row was never stored, as the database was away at the kill, is found', async () => {
  const ogg = new OggOpus(1);
  const second = tone(440, 1);
  const bytes = Buffer.concat([ogg.start(1, {}), ogg.page(second, false), ogg.page(second, false)]);
  const day = new Date().toISOString().slice(0, 10);
  const place = join(folder(), day);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'lost.ogg'), bytes.subarray(0, bytes.length - 100));
  const row = {
    recordType: 'alarm',
    name: 'Fire · Leave',
    callerName: 'Panel',
    callerId: null,
    calleeName: 'Hall',
    calleeId: null,
    emergency: false,
    alarm_id: 77,
    broadcast_id: 1,
    orgs: [hall],
    began_at: Date.now(),
    channels: 1,
    path: `${day}/lost.ogg`,
  };
  writeFileSync(join(place, 'lost.ogg.json'), JSON.stringify(row));
  writeFileSync(join(place, 'cut.ogg.json'), '{"recordType":');
  for (let times = 0; times < 2; times++) await site.deps.recordings.complete();
  const found = await rows('?recordType=alarm');
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ name: 'Fire · Leave', alarm_id: 77, org: [hall], cut_off: true });
  expect(found[0]?.duration_ms).toBe(1000);
  expect((await fileOf(found[0]?.id ?? 0)).rawPayload.length).toBe(found[0]?.size);
  expect(readdirSync(place).filter((name) => name.endsWith('.json'))).toEqual([]);
});

/** Waits for the row that appears while the recording is running. */
async function expectOpen(query: string): Promise<RecordFile | undefined> {
  await expect.poll(async () => (await rows(query)).length, { timeout: 30_000 }).toBeGreaterThan(0);
  return (await rows(query))[0];
}
