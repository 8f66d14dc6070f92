import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaFile } from '../../../contract/entities/sound/file.ts';
import type { UploadValue } from '../../../contract/entities/sound/upload.ts';
import { readPidFile } from '../../../server/platform/db/embedded/postmaster.ts';
import { eventually } from '../../support/eventually.ts';
import { isLong } from '../../support/random.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { mediaTree, multipartOf, tone } from './site.ts';
import { wavHeader } from './sounds.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'info' } });
}, 120_000);
afterAll(() => server.stop());

async function login(): Promise<string> {
  const answer = await fetch(`${server.url}/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: server.adminPassword }),
  });
  return ((await answer.json()) as { value: { token: string } }).value.token;
}

async function send(token: string, name: string, bytes: Buffer): Promise<MediaFile | null> {
  const { payload, type } = multipartOf([{ name, bytes }]);
  const answer = await fetch(`${server.url}/v1/file/upload`, {
    method: 'POST',
    headers: { access_token: token, 'content-type': type },
    body: payload,
  });
  return ((await answer.json()) as { value: UploadValue }).value.files[0]!.file;
}

async function list(token: string): Promise<MediaFile[]> {
  const answer = await fetch(`${server.url}/v1/file?limit=1000`, { headers: { access_token: token } });
  return ((await answer.json()) as { value: { rows: MediaFile[] } }).value.rows;
}

async function untilBuilt(token: string): Promise<MediaFile[]> {
  return eventually(
    async () => {
      const rows = await list(token);
      expect(rows.filter((row) => row.build_status !== 'built')).toEqual([]);
      return rows;
    },
    { timeout: 150_000, interval: 100 },
  );
}

/** Silence with a beep: keeps a worker busy for a while. */
const LONG_S = 40;
function longSound(seconds = LONG_S): Buffer {
  const shape = { rate: 48_000, channels: 1, seconds: 0 };
  const data = Buffer.alloc(seconds * 96_000);
  tone().copy(data, 0, 44);
  return Buffer.concat([wavHeader(shape, data.length), data]);
}

test('kill -9 during building and uploading: acknowledged files are built, the rest is removed', async () => {
  const token = await login();
  const acknowledged = [await send(token, 'long.wav', longSound()), await send(token, 'short.wav', tone())];
  // Large enough to be still on its way.
  const sending = send(token, 'cut.wav', longSound(300)).then(
    (file) => acknowledged.push(file),
    () => {},
  );
  const incoming = join(server.dataDir, 'media', 'incoming');
  await eventually(() => expect(readdirSync(incoming).length).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 2,
  });
  await server.kill9();
  await sending;
  expect(mediaTree(server.dataDir).some((path) => path.startsWith('incoming/'))).toBe(true);

  await server.start();
  const rows = await untilBuilt(token);
  expect(rows.map((row) => row.id).sort()).toEqual(acknowledged.map((file) => file!.id).sort());
  expect(rows.find((row) => row.original_name === 'long.wav')?.duration_ms).toBe(LONG_S * 1000);
  expect(mediaTree(server.dataDir)).toEqual(
    rows
      .flatMap(({ id }) =>
        ['original', 'programme/listen.ogg', 'programme/programme.opk'].map((n) => `file/${id}/${n}`),
      )
      .sort(),
  );
}, 300_000);

if (isLong)
  test('the database dies while files are built: every one is built afterwards', async () => {
    const token = await login();
    const sent = [await send(token, 'one.wav', tone(20)), await send(token, 'two.wav', tone())];
    const postmaster = readPidFile(join(server.dataDir, 'postgres'));
    process.kill(postmaster!.pid, 'SIGKILL');
    const rows = await eventually(() => untilBuilt(token), { timeout: 150_000, interval: 200 });
    expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(sent.map((file) => file!.id)));
    for (const file of sent)
      await fetch(`${server.url}/v1/file/${file!.id}`, {
        method: 'DELETE',
        headers: { access_token: token },
      });
  }, 300_000);

test('a start completes interrupted operations, builds missing programmes, and keeps unknown files', async () => {
  const token = await login();
  const rows = await untilBuilt(token);
  const [one, two] = rows.map((row) => row.id);
  await server.end();
  const files = join(server.dataDir, 'media', 'file');
  // Committed but not renamed; programme lost; never committed; deleted; unknown.
  renameSync(join(files, String(one)), join(files, `${one}.uncommitted`));
  rmSync(join(files, String(two), 'programme'), { recursive: true });
  for (const name of ['900.uncommitted', '901.deleted', '902']) {
    mkdirSync(join(files, name));
    writeFileSync(join(files, name, 'original'), 'bytes');
  }
  await server.start();
  expect((await untilBuilt(token)).map((row) => row.id).sort()).toEqual([one, two].sort());
  expect(readdirSync(files).sort()).toEqual([one, two].map(String).sort());
  const aside = readdirSync(join(server.dataDir, 'media', 'unknown'));
  expect(aside).toEqual([expect.stringMatching(/^902-/)]);

  await server.end();
  rmSync(join(files, String(one)), { recursive: true });
  await server.start();
  const lost = (await list(token)).find((row) => row.id === one);
  expect(lost).toMatchObject({ build_status: 'failed', build_error: 'media.originalLost' });
  expect(existsSync(join(files, String(two), 'programme', 'programme.opk'))).toBe(true);
}, 300_000);
