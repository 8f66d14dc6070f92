import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import snmp from 'net-snmp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSnmpAddress } from '../../../contract/entities/site/snmpAddress.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { installed } from '../../support/debian.ts';
import { freePort } from '../../support/freePort.ts';
import { startAirSite } from '../broadcast/airSite.ts';

/** docs/protocols/integrations.md#snmp, against the manager of Net-SNMP. */

const missing = installed('snmptrapd', 'snmptrapd');
const ROOT = '.1.3.6.1.4.1.8072.9999.9999.4227';
const PASSWORD = 'correct horse';

let site: Awaited<ReturnType<typeof startAirSite>>;
let plan: number;
beforeAll(async () => {
  site = await startAirSite({ allow: '127.0.0.1' });
  const zone = await site.zone('House');
  const hall = await site.adopted('HALL', zone);
  const make = async (path: string, body: object) =>
    ((await site.post(path, { org: zone, ...body })).body.value as { id: number }).id;
  const task = await make('/v1/linkage_task', { name: 'Quiet', audio_source: 100, devices: [hall.id] });
  plan = await make('/v1/alarm_plan', { name: '火警 A', linkage_task_ids: [task] });
});
afterAll(() => site?.close());

/** Starts a manager that knows one community and one user; it prints a line for each notification. */
async function startManager() {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-snmp-'));
  const lines: string[] = [];
  const port = await freePort();
  const config = [
    `createUser tocsin SHA-256 "${PASSWORD}" AES "${PASSWORD}"`,
    'authUser log tocsin priv',
    'authCommunity log horn',
  ];
  writeFileSync(join(folder, 'manager.conf'), `${config.join('\n')}\n`);
  const args = ['-f', '-C', '-c', join(folder, 'manager.conf'), '-Lo', '-On', '-F', '%P | %v\n'];
  const child: ChildProcess = spawn('snmptrapd', [...args, '-Oa', `udp:127.0.0.1:${port}`], {
    env: { ...process.env, SNMP_PERSISTENT_DIR: folder, MIBS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      lines.splice(0, lines.length, ...text.split('\n'));
    });
  await expect.poll(() => text).toContain('NET-SNMP version');
  return {
    port,
    /** Lines of notifications of this number. */
    of: (number: number) => lines.filter((line) => line.includes(`OID: ${ROOT}.0.${number}\t`)),
    output: () => text,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const connect = async (body: object) => {
  const { value } = (await site.post('/v1/integration', { kind: 'snmp', ...body })).body;
  return (value as { id: number }).id;
};
const remove = (id: number) => site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
const faults = () =>
  site.deps.live
    .topic<Fault>('fault')
    .snapshot()
    .filter(({ kind }) => kind === 'integration')
    .map(({ params }) => params.name);

test.skipIf(missing !== null)(
  `alarms reach a manager as confirmed notifications, by community and by a user with encryption${missing === null ? '' : ` (not run: ${missing})`}`,
  async () => {
    const manager = await startManager();
    const plain = await connect({ name: 'v2c', url: `snmp://127.0.0.1:${manager.port}`, secret: 'horn' });
    await site.post(`/v1/alarm_plan/${plan}/start`, {});
    await expect.poll(() => manager.of(1).length).toBe(1);
    expect(manager.of(1)[0]).toMatch(new RegExp(`${ROOT}\\.1\\.3\\.0 = INTEGER: 3\\b`));
    await site.post(`/v1/alarm_plan/${plan}/stop`, {});
    await expect.poll(() => manager.of(3).length).toBe(1);
    await remove(plain);

    const url = `snmp://tocsin@127.0.0.1:${manager.port}`;
    const safe = await connect({ name: 'v3', url, secret: PASSWORD });
    await site.post(`/v1/alarm_plan/${plan}/start`, {});
    await expect.poll(() => manager.of(1).length).toBe(2);
    expect(manager.output()).toMatch(/"?Alarm .* started/);
    expect(faults()).toEqual([]);
    await remove(safe);

    // A wrong password is a fault, and nothing arrives.
    const wrong = await connect({ name: 'wrong', url, secret: 'battery staple' });
    await site.post(`/v1/alarm_plan/${plan}/stop`, {});
    await expect.poll(faults).toEqual(['wrong']);
    expect(manager.of(3)).toHaveLength(1);
    await remove(wrong);
    await manager.stop();
  },
);

test('a manager that does not answer is a fault', async () => {
  const silent = createSocket('udp4');
  let asked = 0;
  silent.on('message', () => asked++);
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const id = await connect({ name: 'Silent', url: `snmp://127.0.0.1:${port}`, secret: 'horn' });
  await site.post(`/v1/alarm_plan/${plan}/start`, {});
  await site.post(`/v1/alarm_plan/${plan}/stop`, {});
  await expect.poll(faults).toEqual(['Silent']);
  expect(asked).toBeGreaterThan(0);
  await remove(id);
  silent.close();
});

test('addresses and secrets are checked', async () => {
  const make = async (body: object) => {
    const { body: answer } = await site.post('/v1/integration', { kind: 'snmp', name: 'x', ...body });
    return answer.code;
  };
  for (const url of ['', 'http://10.0.0.1', 'snmp://', 'snmp://a/b', 'snmp://u:p@a', 'snmp://a?x', 'udp://a'])
    expect(await make({ url, secret: 'long enough' }), url).toBe(400);
  expect(await make({ url: 'snmp://10.0.0.9' })).toBe(400);
  expect(await make({ url: 'snmp://u@10.0.0.9', secret: 'short' })).toBe(400);
  expect(await make({ url: 'snmp://10.0.0.9', secret: 'horn', events: [] })).toBe(400);
  expect(parseSnmpAddress('snmp://ops@[fd00::1]:1162')).toEqual({
    host: 'fd00::1',
    port: 1162,
    username: 'ops',
  });
});

test('the module of the documentation names the notifications and their objects', () => {
  const store = snmp.createModuleStore();
  store.loadFromFile('docs/protocols/TOCSIN-MIB.txt');
  const path = (name: string) => `.${store.translate(`TOCSIN-MIB::${name}`, snmp.OidFormat.oid)}`;
  expect(path('tocsinAlarmStarted')).toBe(`${ROOT}.0.1`);
  expect(path('tocsinFaultResolved')).toBe(`${ROOT}.0.6`);
  expect(path('tocsinEventText')).toBe(`${ROOT}.1.4`);
});
