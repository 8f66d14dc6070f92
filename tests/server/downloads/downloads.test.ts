import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DownloadList } from '../../../contract/entities/terminals/download.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await createTestApp();
  folder = join(site.deps.env.DATA_DIR, 'downloads');
});
afterAll(() => site.close());

/** Programs of the brand; the headless terminal is there once the pages were built. */
const list = async () => {
  const { programs } = (await site.call('GET', '/v1/download')).body.value as DownloadList;
  return { programs: programs.filter(({ program }) => program !== 'headless_terminal') };
};
const get = (name: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url: `/v1/download/${name}`, headers });
const name = 'management_client-2.3.1107-windows.exe';
const content = randomBytes(10_000);

test('without a folder: lists the programs of the brand with versions and dates, without files', async () => {
  expect(await list()).toEqual({
    programs: [
      { program: 'management_client', version: '2.3.1107', date: '2023-11-07', files: [] },
      { program: 'sub_control_client', version: '2.3.1109', date: '2023-11-09', files: [] },
    ],
  });
});

test('lists files of each program with size and SHA-256, without a login; changed content is reported', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, name), content);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const [first, second] = (await list()).programs;
  expect(first?.files).toEqual([{ name, size: 10_000, sha256: sha256(content) }]);
  expect(second?.files).toEqual([]);
  const other = randomBytes(20);
  writeFileSync(join(folder, 'management_client-2.3.1107.zip'), other);
  expect((await list()).programs[0]?.files).toHaveLength(2);
  rmSync(join(folder, 'management_client-2.3.1107.zip'));
  expect((await list()).programs[0]?.files).toHaveLength(1);
});

test('a file is sent whole or in the requested range, with its type, as an attachment', async () => {
  const whole = await get(name);
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(content)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/vnd.microsoft.portable-executable',
    'content-length': '10000',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  expect(whole.headers['content-disposition']).toContain(`attachment; filename="${name}"`);
  const part = await get(name, { range: 'bytes=5000-' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe('bytes 5000-9999/10000');
  expect(part.rawPayload.equals(content.subarray(5000))).toBe(true);
  expect((await get(name, { range: 'bytes=20000-' })).statusCode).toBe(416);
});

test('no other file of the machine can be read', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'secret');
  writeFileSync(join(folder, 'management_client-2.3.11070.exe'), 'another version');
  writeFileSync(join(site.deps.env.DATA_DIR, 'outside'), 'secret');
  symlinkSync(join(site.deps.env.DATA_DIR, 'outside'), join(folder, 'management_client-2.3.1107.link'));
  mkdirSync(join(folder, 'management_client-2.3.1107.d'));
  expect((await list()).programs[0]?.files.map((one) => one.name)).toEqual([name]);
  for (const wrong of [
    'notes.txt',
    'management_client-2.3.11070.exe',
    'management_client-2.3.1107.link',
    'management_client-2.3.1107.d',
    '..%2Foutside',
    '%2e%2e%2foutside',
    '..%5Coutside',
    `..%2Fdownloads%2F${name}`,
    `.%2F${name}`,
    `${name}%00`,
    '..',
    '.',
    '',
  ])
    expect([404, 400], wrong).toContain((await get(wrong)).statusCode);
});

test('an anonymous client is rate-limited as everywhere', async () => {
  let status = 200;
  for (let i = 0; i < 200 && status === 200; i++)
    status = (await site.app.inject({ method: 'GET', url: '/v1/download', remoteAddress: '10.9.9.9' }))
      .statusCode;
  expect(status).toBe(429);
});

test('a brand without a download page has neither list nor files', async () => {
  const other = await createTestApp({ BRAND: 'foghorn' });
  mkdirSync(join(other.deps.env.DATA_DIR, 'downloads'));
  writeFileSync(join(other.deps.env.DATA_DIR, 'downloads', name), content);
  for (const path of ['/v1/download', `/v1/download/${name}`])
    expect((await other.call('GET', path)).body).toMatchObject({ code: 404, key: 'common.notFound' });
  await other.close();
});
