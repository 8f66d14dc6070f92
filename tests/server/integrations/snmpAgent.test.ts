import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { installed } from '../../support/debian.ts';
import { freePort } from '../../support/freePort.ts';
import { seeded } from '../../support/random.ts';
import { startAirSite } from '../broadcast/airSite.ts';

/** docs/protocols/integrations.md#snmp-agent, against the commands of Net-SNMP, which read the MIB file. */

const missing = installed('snmpwalk', 'snmp');
const named = (name: string) => `${name}${missing === null ? '' : ` (not run: ${missing})`}`;
const ROOT = '1.3.6.1.4.1.8072.9999.9999.4227';
const PASSWORD = 'correct horse';

let site: Awaited<ReturnType<typeof startAirSite>>;
let plan: number;
let school: number;
const folder = mkdtempSync(join(tmpdir(), 'tocsin-snmp-'));
beforeAll(async () => {
  site = await startAirSite();
  school = await site.zone('East');
  await site.zone('West');
  await site.call('PATCH', `/v1/partition/${school}`, { token: site.token, body: { name: '东校区' } });
  const hall = await site.adopted('HALL', school);
  const make = async (path: string, body: object) =>
    ((await site.post(path, { org: school, ...body })).body.value as { id: number }).id;
  const task = await make('/v1/linkage_task', { name: 'Quiet', audio_source: 100, devices: [hall.id] });
  plan = await make('/v1/alarm_plan', { name: 'Fire', linkage_task_ids: [task] });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site?.close();
});
const made: number[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
});

const post = (body: object) =>
  site.post('/v1/integration', {
    ...{ kind: 'snmp_agent', name: 'Agent', secret: 'horn', peers: ['127.0.0.1'] },
    ...body,
  });
/** Starts an agent. @returns its port and its id */
async function agent(body: object = {}, user = '') {
  const port = await freePort();
  const { value } = (await post({ url: `snmp://${user}127.0.0.1:${port}`, ...body })).body;
  const { id } = value as { id: number };
  made.push(id);
  return { port, id };
}
const plain = ['-v2c', '-c', 'horn'];
const user = (password: string) => [
  ...['-v3', '-l', 'authPriv', '-u', 'tocsin', '-a', 'SHA-256', '-A', password, '-x', 'AES', '-X', password],
];
/** Runs a command of Net-SNMP. @returns its output, with that of errors */
const run = (command: string, port: number, options: string[], more: string[], seconds = 5) =>
  new Promise<string>((resolve) => {
    const args = [...options, '-t', String(seconds), '-r', '0', '-On', '-OU', `127.0.0.1:${port}`, ...more];
    const env = { ...process.env, MIBS: '', SNMP_PERSISTENT_DIR: folder };
    execFile(command, args, { env }, (_error, out, errors) => resolve(`${out}${errors}`));
  });
const get = (port: number, options: string[], oid: string) => run('snmpget', port, options, [oid]);
const faults = () =>
  site.deps.live
    .topic<Fault>('fault')
    .snapshot()
    .filter(({ kind }) => kind === 'integration')
    .map(({ params }) => params.name);

test.skipIf(missing !== null)(
  named('a manager reads the terminals, faults, alarms and zones of the site by community'),
  async () => {
    const { port } = await agent();
    await site.post(`/v1/alarm_plan/${plan}/start`, {});
    const walk = await run('snmpwalk', port, plain, [ROOT]);
    const value = (oid: string) => walk.split('\n').find((line) => line.startsWith(`.${ROOT}.1.${oid} = `));
    expect(value('11.1.0')).toMatch(/Gauge32: 1$/);
    expect(value('11.2.0')).toMatch(/Gauge32: 1$/);
    expect(value('11.3.0')).toMatch(/Gauge32: 0$/);
    expect(value('12.2.0')).toMatch(/Gauge32: 1$/);
    expect(walk.match(/\.14\.1\.2\.\d+ = /g)).toHaveLength(2);
    expect(value(`14.1.3.${school}`)).toMatch(/Gauge32: 1$/);
    expect(value(`13.1.2.4.${[...Buffer.from('disk')].join('.')}`)).toMatch(/Gauge32: \d+$/);
    await site.post(`/v1/alarm_plan/${plan}/stop`, {});
    await expect.poll(() => get(port, plain, `${ROOT}.1.12.2.0`), { timeout: 20_000 }).toMatch(/: 0$/m);

    // A request for very many objects ends with those that there are; the names of zones arrive whole.
    const bulk = await run('snmpbulkget', port, plain, ['-Cr2000000', `${ROOT}.1.14.1.2`]);
    expect(bulk).toContain('No more variables left');
    const hex = await run('snmpget', port, [...plain, '-Ox'], [`${ROOT}.1.14.1.2.${school}`]);
    expect(hex.replaceAll(' ', '')).toContain(Buffer.from('东校区').toString('hex').toUpperCase());

    // The module of the documentation names what is read.
    const modules = `${process.cwd()}/docs/protocols:${process.cwd()}/node_modules/net-snmp/lib/mibs`;
    const options = [...plain, '-M', modules, '-m', 'TOCSIN-MIB'];
    const env = { ...process.env, SNMP_PERSISTENT_DIR: folder };
    const args = [...options, `127.0.0.1:${port}`, 'TOCSIN-MIB::tocsinTerminalsOnline.0'];
    const text = await new Promise((resolve) =>
      execFile('snmpget', args, { env }, (_error, out, errors) => resolve(`${out}${errors}`)),
    );
    expect(text).toMatch(/tocsinTerminalsOnline\.0 = Gauge32: 1/);
  },
);

test.skipIf(missing !== null)(
  named('nobody else is answered: another community, address, version or password, and nothing is written'),
  async () => {
    const { port } = await agent();
    const version = `${ROOT}.1.10.1.0`;
    expect(await get(port, plain, version)).toMatch(/STRING/);
    const set = await run('snmpset', port, plain, [`${ROOT}.1.11.1.0`, 'u', '9']);
    expect(set).toMatch(/notWritable|noAccess/);
    const silent = (options: string[], at = port) => run('snmpget', at, options, [version], 0.5);
    expect(await silent(['-v2c', '-c', 'public'])).toContain('Timeout');
    expect(await silent(['-v1', '-c', 'horn'])).toContain('Timeout');
    expect(await silent(user(PASSWORD))).toContain('Timeout');
    const elsewhere = await agent({ peers: ['192.0.2.7'] });
    expect(await silent(plain, elsewhere.port)).toContain('Timeout');

    const safe = await agent({ secret: PASSWORD }, 'tocsin@');
    expect(await get(safe.port, user(PASSWORD), version)).toMatch(/STRING/);
    expect(await silent(user('battery staple'), safe.port)).not.toMatch(/STRING/);
    expect(await silent(plain, safe.port)).toContain('Timeout');
    const open = ['-v3', '-l', 'noAuthNoPriv', '-u', ''];
    expect(await silent(open, safe.port)).not.toMatch(/STRING/);
    expect(await run('snmpwalk', safe.port, user(PASSWORD), [`${ROOT}.1.11`])).toMatch(
      /\.11\.6\.0 = Gauge32/,
    );
    expect(faults()).toEqual([]);

    await site.call('PATCH', `/v1/integration/${safe.id}`, { token: site.token, body: { enabled: false } });
    expect(await silent(user(PASSWORD), safe.port)).not.toMatch(/STRING/);
  },
);

test.skipIf(missing !== null)(named('malformed packets have no effect'), async () => {
  const [one, safe] = [await agent(), await agent({ secret: PASSWORD }, 'tocsin@')];
  const socket = createSocket('udp4');
  const send = (bytes: Buffer, port: number) =>
    new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve()));
  const start = Buffer.from('302902010104', 'hex');
  const next = seeded();
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(next() * 256)));
  for (let n = 0; n < 60; n++)
    for (const { port } of [one, safe]) await send(Buffer.concat([start.subarray(0, n % 7), bytes(n)]), port);
  // A right community, and a name of an object with a part that is no number of 32 bits.
  const wrong = '302602010104 04686f726ea01b020101020100020100301030 0e060a2b06ffffffffffffff7f0500';
  await send(Buffer.from(wrong.replaceAll(' ', ''), 'hex'), one.port);
  await send(Buffer.alloc(9_000, 0x30), one.port);
  expect(await get(one.port, plain, `${ROOT}.1.10.1.0`)).toMatch(/STRING/);
  expect(await get(safe.port, user(PASSWORD), `${ROOT}.1.10.1.0`)).toMatch(/STRING/);
  socket.close();
});

test('a port that is taken is a fault with its reason', async () => {
  const taken = createSocket('udp4');
  await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', resolve));
  const { port } = taken.address();
  const { value } = (await post({ name: 'Second', url: `snmp://127.0.0.1:${port}` })).body;
  const { id } = value as { id: number };
  made.push(id);
  await expect.poll(faults).toEqual(['Second']);
  const row = async () =>
    (await site.call('GET', `/v1/integration/${id}`, { token: site.token })).body.value as {
      last_error: string;
    };
  await expect.poll(async () => (await row()).last_error).toContain('integration.snmpPortTaken');
  taken.close();
});

test('address, secret and allowed addresses are checked', async () => {
  const refused = async (body: object) => (await post({ enabled: false, ...body })).body.code;
  for (const url of [
    '',
    'snmp://',
    'snmp://host:1161',
    'snmp://[::]:1161',
    'snmp://0.0.0.0:0',
    'udp://0.0.0.0',
  ])
    expect(await refused({ url }), url).toBe(400);
  const url = 'snmp://0.0.0.0:1161';
  expect(await refused({ url, peers: [] })).toBe(400);
  expect(await refused({ url, secret: undefined })).toBe(400);
  expect(await refused({ url: 'snmp://ops@0.0.0.0:1161', secret: 'short' })).toBe(400);
});

test('a second agent at an address that is taken is refused, and one that is disabled is not', async () => {
  const { port } = await agent();
  const url = `snmp://0.0.0.0:${port}`;
  expect((await post({ url })).body).toMatchObject({ code: 999, message: expect.stringContaining('port') });
  const { value } = (await post({ url, enabled: false })).body;
  const { id } = value as { id: number };
  made.push(id);
  const enable = await site.call('PATCH', `/v1/integration/${id}`, {
    ...{ token: site.token, body: { enabled: true } },
  });
  expect(enable.body).toMatchObject({ code: 999 });
});

test('a community does not become the password of a user if it is too short', async () => {
  const { port, id } = await agent();
  const patch = (body: object) => site.call('PATCH', `/v1/integration/${id}`, { token: site.token, body });
  const url = `snmp://tocsin@127.0.0.1:${port}`;
  expect((await patch({ url })).body).toMatchObject({ code: 400 });
  expect((await patch({ url, secret: PASSWORD })).body).toMatchObject({ code: 200 });
  expect((await patch({ name: 'Renamed' })).body).toMatchObject({ code: 200 });
});
