import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unknownNames } from '../../../server/edge/backup/folders.ts';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { wav } from '../media/sounds.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-backups-'));
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm run backup` or `npm run restore` as the server's account. */
function command(name: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`server/edge/backup/${name}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: server.dataDir, INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const done = new Promise<{ code: number | null; text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text })),
  );
  return { child, done };
}

let whole: Promise<void> | undefined;
/** Makes `whole.tar`, once for all tests. */
function wholeBackup() {
  whole ??= command('backup', ['whole.tar']).done.then(({ code, text }) => {
    if (code !== 0) throw new Error(text);
  });
  return whole;
}

async function loggedIn(): Promise<ApiClient> {
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  return api;
}

/** Writes rows one after the other until stopped; returns the acknowledged names. */
function keepWriting(api: ApiClient) {
  const names: string[] = [];
  let isOver = false;
  const done = (async () => {
    // At most the length of one list.
    while (!isOver && names.length < 900) {
      const name = `Group ${names.length + 1}`;
      await api.post('/v1/file_group', { name });
      names.push(name);
    }
  })();
  return {
    names,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

const groups = async (api: ApiClient) =>
  (await api.get<{ rows: { name: string }[] }>('/v1/file_group?limit=1000')).rows.map(({ name }) => name);
const alarms = (api: ApiClient) =>
  api.get<{ rows: { state: string; plan_name: string }[] }>('/v1/alarm_record').then(({ rows }) => rows);

test('a backup during an alarm, and a site that was lost is back with it, at rest', async () => {
  const api = await loggedIn();
  const sound = wav({ rate: 48_000, channels: 1, seconds: 1 }, (t) => Math.sin(2_764 * t));
  const file = await api.upload('bell.wav', sound);
  const terminal = await TerminalClient.hello(`${server.url.replace('http', 'ws')}/v1/terminal?lang=en`, {
    code: 'HALL-1',
    role: 0,
  });
  await terminal.next('found');
  const [hall] = await api.adopt(['HALL-1']);
  const task = await api.post<{ id: number }>('/v1/linkage_task', {
    name: 'Leave',
    audio_source: 1,
    textContent: 'Leave the building.',
    tone: 'evacuate',
    devices: [hall],
  });
  const plan = await api.post<{ id: number }>('/v1/alarm_plan', {
    name: 'Fire',
    linkage_task_ids: [task.id],
    reset_time: 3600,
  });
  await api.post(`/v1/alarm_plan/${plan.id}/start`);
  await terminal.next('stream.open');
  expect(unknownNames(server.dataDir)).toEqual([]);

  const before = keepWriting(api);
  await api.until('rows are written', async () => before.names.length > 3 || null);
  const sure = [...before.names];
  const backup = await command('backup', ['site.tar']).done;
  await before.stop();
  expect(backup).toMatchObject({ code: 0, text: expect.stringContaining('written and verified') });
  expect((await alarms(api))[0]).toMatchObject({ plan_name: 'Fire', state: 'alarming' });
  const original = readFileSync(join(server.dataDir, `media/file/${file}/original`));
  await terminal.drop();

  await server.end();
  rmSync(server.dataDir, { recursive: true });
  const restored = await command('restore', ['site.tar']).done;
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('The server can be started') });
  await server.start();
  const again = await loggedIn();
  // One moment: all that was acknowledged before it, and of what was written during it the first so many.
  const found = await groups(again);
  expect(found).toEqual(expect.arrayContaining(sure));
  expect([...found].sort()).toEqual(before.names.slice(0, found.length).sort());
  expect(readFileSync(join(server.dataDir, `media/file/${file}/original`)).equals(original)).toBe(true);
  expect(original.equals(sound)).toBe(true);
  expect(existsSync(join(server.dataDir, 'media/unknown'))).toBe(false);
  expect((await alarms(again))[0]).toMatchObject({ plan_name: 'Fire', state: 'not_started' });
  const { rows: runs } = await again.get<{ rows: { state: string }[] }>('/v1/task?limit=10');
  expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['ended']));
  // The login of before the backup has ended.
  await expect(api.get('/v1/profile')).rejects.toThrow();
});

if (isLong)
  test('one that is killed leaves no file of its name, and the next one is whole', async () => {
    const { url } = await startEmbedded({ dataDir: server.dataDir });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    // It cannot get past this table.
    await holder.query('begin; lock table virtual_caster_member in access exclusive mode');
    const { child, done } = command('backup', ['killed.tar']);
    const half = join(folder, 'killed.tar.unfinished');
    await expect.poll(() => existsSync(half), { timeout: 60_000 }).toBe(true);
    child.kill('SIGKILL');
    await done;
    await holder.end();
    expect(existsSync(join(folder, 'killed.tar'))).toBe(false);
    expect(await command('backup', ['killed.tar']).done).toMatchObject({ code: 0 });
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    expect(readdirSync(server.dataDir)).not.toContain('backup-held');
  });

if (isLong)
  test('a trial restores the whole backup and deletes it afterwards', async () => {
    const place = mkdtempSync(join(folder, 'trial-'));
    await wholeBackup();
    const { code, text } = await command('restore', ['whole.tar', '--trial'], { TMPDIR: place, TEMP: place })
      .done;
    expect(text).toContain('This was a trial');
    expect(code).toBe(0);
    expect(readdirSync(place)).toEqual([]);
  });

if (isLong)
  test('a restore into a folder in use, a damaged file and an existing file are refused with a message', async () => {
    await wholeBackup();
    const bytes = readFileSync(join(folder, 'whole.tar'));
    const at = bytes.indexOf('CREATE TABLE');
    bytes[at] = 0;
    writeFileSync(join(folder, 'bad.tar'), bytes);
    const empty = join(folder, 'empty');
    const runs = await Promise.all([
      command('restore', ['whole.tar']).done,
      command('restore', ['bad.tar'], { DATA_DIR: empty }).done,
      command('backup', ['whole.tar']).done,
      command('backup', []).done,
    ]);
    expect(runs.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    const [used, bad, there, nothing] = runs.map(({ text }) => text);
    expect(used).toContain('Another Tocsin server is running');
    expect(bad).toContain('is damaged or no backup: database/schema.sql is not what was written');
    expect(existsSync(empty)).toBe(false);
    expect(there).toContain('exists already');
    expect(nothing).toContain('Usage: npm run backup');
    expect(runs.some(({ text }) => /^\s+at /m.test(text))).toBe(false);
  });
