import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { createPeople, type People } from '../accounts/people.ts';
import type { Answer } from '../setup/app.ts';

let people: People;
let folder: string;
const name = 'tocsin-20260101T000000Z.tar';
const content = randomBytes(10_000);
/** More than all buffers between server and client: a reader that stops keeps the response open. */
const big = 'tocsin-20260102T000000Z.tar';

beforeAll(async () => {
  people = await createPeople();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tocsin-download-')));
  writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, big), Buffer.alloc(64 * 1024 * 1024));
  const answer = await people.site.call('PATCH', '/v1/backup/settings', {
    token: people.admin,
    body: { folder },
  });
  expect(answer.status).toBe(200);
});
afterAll(async () => {
  await people.site.close();
  rmSync(folder, { recursive: true });
});

const requestTicket = (file: string, token = people.admin): Promise<Answer> =>
  people.site.call('POST', `/v1/backup/${encodeURIComponent(file)}/ticket`, { token, body: {} });
async function address(file = name): Promise<string> {
  return ((await requestTicket(file)).body.value as { url: string }).url;
}
const load = (url: string, headers: Record<string, string> = {}) =>
  people.site.app.inject({ method: 'GET', url, headers });

test('a backup is sent whole or in the requested range, is not cached, and is in the audit log', async () => {
  const url = await address();
  const whole = await load(url);
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(content)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/x-tar',
    'content-length': '10000',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  });
  expect(whole.headers['content-disposition']).toContain(`attachment; filename="${name}"`);
  // Not written by this server.
  expect(whole.headers['repr-digest']).toBeUndefined();
  const part = await load(url, { range: 'bytes=5000-' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 5000-9999/10000']);
  expect(part.rawPayload.equals(content.subarray(5000))).toBe(true);
  expect((await load(url, { range: 'bytes=20000-' })).statusCode).toBe(416);
  const { rows } = await people.site.database.pool.query(
    "select account_code, after from audit where entity = 'backup' and action = 'download'",
  );
  expect(rows).toEqual([{ account_code: 'admin', after: { name } }]);
});

test('only accounts that may change the settings of the whole site get one, and only while they may', async () => {
  const all = await people.role('everything', permissionKeys);
  const north = await people.join({ code: 'northern', role_id: all.id, groups: [people.north] });
  expect(await requestTicket(name, north.token)).toMatchObject({
    status: 403,
    body: { key: 'auth.wholeSiteOnly' },
  });
  const few = await people.role(
    'few',
    permissionKeys.filter((key) => key !== 'edit_sys_config'),
  );
  const other = await people.join({ code: 'other', role_id: few.id, all_zones: true });
  expect(await requestTicket(name, other.token)).toMatchObject({
    status: 403,
    body: { key: 'auth.noPermission' },
  });
  const url = await address();
  const [path] = url.split('?');
  expect((await load(path ?? '')).statusCode).toBe(400);
  expect((await load(`${path}?ticket=forged`)).statusCode).toBe(401);
  expect((await load(url.replace(name, big))).statusCode).toBe(401);
  const mate = await people.join({ code: 'mate', role_id: all.id, all_zones: true });
  const given = ((await requestTicket(name, mate.token)).body.value as { url: string }).url;
  expect((await load(given)).statusCode).toBe(200);
  await people.site.call('DELETE', `/v1/user/${mate.row.id}`, { token: people.admin });
  expect((await load(given)).statusCode).toBe(401);
});

test('no other file of the machine can be read', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'tocsin-outside-'));
  writeFileSync(join(outside, name), 'secret');
  writeFileSync(join(folder, 'notes.tar'), 'secret');
  const link = 'tocsin-20260103T000000Z.tar';
  const directory = 'tocsin-20260104T000000Z.tar';
  symlinkSync(join(outside, name), join(folder, link));
  mkdirSync(join(folder, directory));
  for (const wrong of [
    'notes.tar',
    '.tocsin-backups',
    `../${name}`,
    `${outside}/${name}`,
    '..',
    `${name}.unfinished`,
  ])
    expect([400, 404], wrong).toContain((await requestTicket(wrong)).status);
  for (const wrong of [link, directory, 'tocsin-20260105T000000Z.tar'])
    expect(await requestTicket(wrong), wrong).toMatchObject({
      status: 404,
      body: { key: 'backup.notFound' },
    });
  rmSync(outside, { recursive: true });
});

test('a backup that vanishes after its ticket was given is reported as such', async () => {
  const gone = 'tocsin-20260106T000000Z.tar';
  writeFileSync(join(folder, gone), content);
  const url = await address(gone);
  rmSync(join(folder, gone));
  const answer = await load(url);
  expect([answer.statusCode, answer.json().key]).toEqual([404, 'backup.notFound']);
});

test.skipIf(process.platform !== 'linux')('a client that leaves ends the reading of the file', async () => {
  const path = join(folder, big);
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === path;
      } catch {
        return false;
      }
    });
  await people.site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = people.site.app.server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}${await address(big)}`, { agent: false });
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  await once(response, 'readable');
  expect(isOpen()).toBe(true);
  request.destroy();
  await eventually(() => expect(isOpen()).toBe(false));
});
