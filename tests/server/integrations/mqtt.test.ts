import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMqttAddress } from '../../../contract/entities/site/mqttAddress.ts';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { installed } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import { isLong } from '../../support/random.ts';
import { startAirSite } from '../broadcast/airSite.ts';

/** docs/protocols/integrations.md#mqtt; the broker is mosquitto, an implementation that is not ours. */

test.each([
  ['mqtt://broker', { isSecure: false, host: 'broker', port: 1883, username: '', base: 'tocsin' }],
  [
    'mqtts://pa%40x@[fd00::1]:1/a/b',
    { isSecure: true, host: 'fd00::1', port: 1, username: 'pa@x', base: 'a/b' },
  ],
])('%s', (text, address) => expect(parseMqttAddress(text)).toEqual(address));

test.each(['mqtt://', 'http://a', 'mqtt://u:secret@a', 'mqtt://a/#', 'mqtt://a/+/b', 'mqtt://a?b', 'x'])(
  '%s is refused',
  (text) => expect(parseMqttAddress(text)).toBeNull(),
);

/** Waits until the broker takes connections. */
const listening = (port: number) =>
  eventually(async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.destroy();
  });

const missing = installed('mosquitto', 'mosquitto');

describe.skipIf(missing !== null)(
  `with a broker${missing === null ? '' : ` (not run, because ${missing})`}`,
  () => {
    let site: Awaited<ReturnType<typeof startAirSite>>;
    let zone: number;
    let plan: number;
    let admin: number;
    let folder: string;
    let port: number;
    let broker: ChildProcess | undefined;
    /** Home automation: sees everything. */
    let home: MqttClient | undefined;
    const seen = new Map<string, string>();
    const retained = new Set<string>();

    async function startBroker(): Promise<void> {
      broker = spawn('mosquitto', ['-c', join(folder, 'broker.conf')], { stdio: 'ignore' });
      await listening(port);
      home = await connectAsync(`mqtt://127.0.0.1:${port}`, {
        ...{ username: 'home', password: 'home', protocolVersion: 5, reconnectPeriod: 200 },
        connectTimeout: 60_000,
      });
      home.on('message', (topic, body, { retain }) => {
        seen.set(topic, body.toString());
        if (retain) retained.add(topic);
      });
      await home.subscribeAsync(['pa/#', 'homeassistant/#']);
    }
    async function stopBroker(): Promise<void> {
      await home?.endAsync(true);
      const ended = new Promise((resolve) => broker?.once('exit', resolve));
      broker?.kill('SIGKILL');
      await ended;
    }

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tocsin-mqtt-'));
      const free = createServer();
      await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
      port = (free.address() as AddressInfo).port;
      await new Promise((resolve) => free.close(resolve));
      for (const user of ['home', 'tocsin'])
        spawnSync('mosquitto_passwd', [
          ...(user === 'home' ? ['-c'] : []),
          ...['-b', join(folder, 'passwords'), user, user],
        ]);
      writeFileSync(
        join(folder, 'broker.conf'),
        `listener ${port} 127.0.0.1\npassword_file ${join(folder, 'passwords')}\nuser root\n`,
      );
      await startBroker();
      site = await startAirSite({ allow: '127.0.0.1' });
      zone = await site.zone('House');
      const hall = await site.adopted('HALL', zone);
      const make = async (path: string, body: object) =>
        ((await site.post(path, { org: zone, ...body })).body.value as { id: number }).id;
      const task = await make('/v1/linkage_task', { name: 'Quiet', audio_source: 100, devices: [hall.id] });
      plan = await make('/v1/alarm_plan', { name: 'Fire', linkage_task_ids: [task] });
      const found = await site.database.pool.query("select id from account where code = 'admin'");
      admin = found.rows[0]?.id;
    });
    afterAll(async () => {
      await site?.close();
      await stopBroker();
      rmSync(folder, { recursive: true });
    });

    const rows = <Row extends { id: number; org: number | null }>(name: 'alarm' | 'fault') =>
      site.deps.live.topic<Row & Record<string, unknown>>(name).snapshot();
    const alarm = () => rows<AlarmLive & { org: number }>('alarm').find((one) => one.plan_id === plan);
    const faults = () => rows<Fault & { org: number }>('fault').filter(({ kind }) => kind === 'integration');

    test('states are retained, commands start and stop the plan, and the link is supervised', async () => {
      const url = `mqtt://tocsin@127.0.0.1:${port}/pa`;
      const made = await site.post('/v1/integration', {
        ...{ org: zone, kind: 'mqtt', name: 'Home', url, alarm_plan: plan, account: admin, secret: 'wrong' },
      });
      const { id } = made.body.value as { id: number };
      const root = `pa/${id}`;
      await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Home']);
      const patch = (body: object) =>
        site.call('PATCH', `/v1/integration/${id}`, { token: site.token, body });
      await patch({ secret: 'tocsin' });
      await expect.poll(faults).toEqual([]);
      await expect.poll(() => seen.get(`${root}/status`)).toBe('online');
      await expect.poll(() => seen.get(`${root}/zone/${zone}/alarm`)).toBe('OFF');
      await expect.poll(() => seen.get(`${root}/terminal/HALL/online`)).toBe('ON');
      const found = JSON.parse(seen.get(`homeassistant/device/pa_${id}/zone_${zone}/config`) ?? '');
      expect(found).toMatchObject({
        dev: { name: 'House' },
        availability_topic: `${root}/status`,
        cmps: {
          [`zone_${zone}_alarm`]: { device_class: 'safety', state_topic: `${root}/zone/${zone}/alarm` },
        },
      });
      expect(JSON.stringify(made.body)).not.toContain('wrong');

      // Another plan, an unknown action, and a retained command have no effect.
      const send = (topic: string, body: string, retain = false) =>
        home?.publishAsync(`${root}/${topic}`, body, { qos: 1, retain });
      await send(`plan/${plan + 1}/set`, 'start');
      await send(`plan/${plan}/set`, 'burn');
      await send(`plan/${plan}/set`, 'start');
      await expect.poll(alarm).toMatchObject({ origin: { kind: 'mqtt', text: 'Home' }, drill: 'none' });
      await expect.poll(() => seen.get(`${root}/zone/${zone}/alarm`)).toBe('ON');
      await expect.poll(() => seen.get(`${root}/event`)).toContain('"alarm.');
      await send(`plan/${plan}/set`, 'stop');
      await expect.poll(alarm).toBeUndefined();
      await expect.poll(() => seen.get(`${root}/zone/${zone}/alarm`)).toBe('OFF');
      // A command that somebody made permanent, and a state of an object that is gone.
      await patch({ enabled: false });
      await expect.poll(() => seen.get(`${root}/status`)).toBe('offline');
      await send(`plan/${plan}/set`, 'start', true);
      await send('terminal/GONE/online', 'ON', true);
      await patch({ enabled: true });
      await expect.poll(() => seen.get(`${root}/status`)).toBe('online');
      await expect.poll(() => seen.get(`${root}/terminal/GONE/online`)).toBe('');
      await expect.poll(() => seen.get(`${root}/plan/${plan}/set`)).toBe('');
      expect(alarm()).toBeUndefined();

      // The broker is killed: a fault, then all states again. `npm run long` does it ten times.
      for (let turn = 0; turn < (isLong ? 10 : 1); turn++) {
        await stopBroker();
        seen.clear();
        await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Home']);
        await startBroker();
        await expect.poll(() => seen.get(`${root}/terminal/HALL/online`)).toBe('ON');
        await expect.poll(faults).toEqual([]);
      }
      await site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
      await expect.poll(() => seen.get(`${root}/status`)).toBe('offline');
    });

    test('a zone that was switched on speaks, sounds its siren, and is stopped', async () => {
      const file = await site.file('Gong', 3);
      const url = `mqtt://tocsin@127.0.0.1:${port}/pa`;
      const form = { org: zone, kind: 'mqtt', name: 'Siren', url, account: admin, secret: 'tocsin' };
      const made = await site.post('/v1/integration', { ...form, zone_controls: [{ zone, file }] });
      const { id } = made.body.value as { id: number };
      const at = `pa/${id}/zone/${zone}`;
      const send = (topic: string, body: string) => home?.publishAsync(`${at}/${topic}`, body, { qos: 1 });
      const onAir = () => site.deps.live.topic('task').snapshot();
      await expect.poll(() => seen.get(`${at}/siren`)).toBe('OFF');
      const found = () => JSON.parse(seen.get(`homeassistant/device/pa_${id}/zone_${zone}/config`) || '{}');
      await expect
        .poll(() => found().cmps?.[`zone_${zone}_siren`])
        .toMatchObject({ p: 'siren', available_tones: ['Gong'] });
      await site.call('PATCH', `/v1/file/${file}`, { token: site.token, body: { name: 'Bell' } });
      await expect
        .poll(() => found().cmps?.[`zone_${zone}_siren`].available_tones, { timeout: 15_000 })
        .toEqual(['Bell']);
      await send('siren/set', '{"state":"ON","tone":"Bell","duration":60,"volume_level":0.4}');
      await expect.poll(onAir).toMatchObject([{ name: 'Siren', volume: 40, started_by: 'admin' }]);
      await expect.poll(() => seen.get(`${at}/siren`)).toBe('ON');
      await send('siren/set', 'OFF');
      await expect.poll(onAir).toEqual([]);
      await expect.poll(() => seen.get(`${at}/siren`)).toBe('OFF');
      await send('say', 'The gate is open');
      await expect.poll(onAir).toMatchObject([{ name: 'The gate is open', audio_source: 1 }]);
      await send('siren/set', 'ON');
      await expect.poll(onAir).toHaveLength(2);
      await send('stop', 'stop');
      await expect.poll(onAir).toEqual([]);
      await site.call('DELETE', `/v1/integration/${id}`, { token: site.token });
    });

    test('commands have the rights of the account, and a connection without one says so', async () => {
      const role = await site.post('/v1/role', {
        code: 'LISTENER',
        name: 'L',
        permissions: ['list_alarm_record'],
      });
      const { id: role_id } = role.body.value as { id: number };
      const person = { code: 'lobby', name: 'Lobby', password: 'Loud-Speaker-9', role_id, all_zones: true };
      const account = (await site.post('/v1/user', { ...person, groups: [] })).body.value as { id: number };
      const call = (method: string, path: string, body: object) =>
        site.call(method, path, { token: site.token, body });
      const url = `mqtt://tocsin@127.0.0.1:${port}/pa`;
      const form = { org: zone, kind: 'mqtt', name: 'Lobby', url, alarm_plan: plan, secret: 'tocsin' };
      expect((await site.post('/v1/integration', form)).body).toMatchObject({ code: 400 });
      const made = await site.post('/v1/integration', { ...form, account: account.id });
      const { id } = made.body.value as { id: number };
      const device = `homeassistant/device/pa_${id}/plan_${plan}/config`;
      const send = (action: string) => home?.publishAsync(`pa/${id}/plan/${plan}/set`, action, { qos: 1 });
      await expect.poll(() => seen.get(`pa/${id}/status`)).toBe('online');

      // The plan is not offered until the role has the right.
      expect(seen.get(device)).toBeUndefined();
      const permissions = ['list_alarm_record', 'operate_alarm_start', 'operate_alarm_stop'];
      await call('PATCH', `/v1/role/${role_id}`, { permissions });
      await expect.poll(() => seen.get(device), { timeout: 15_000 }).toContain('"payload_press":"start"');
      await send('start');
      await expect.poll(alarm).toMatchObject({ origin: { kind: 'mqtt', by: 'Lobby', text: 'Lobby' } });
      await send('stop');
      await expect.poll(alarm).toBeUndefined();

      // The account may no longer log in: it is told, and the plan is withdrawn.
      await call('PATCH', `/v1/user/${account.id}`, { disabled: true });
      await expect.poll(() => seen.get(device), { timeout: 15_000 }).toBe('');
      await expect.poll(() => faults().map(({ params }) => params.name)).toEqual(['Lobby']);
      const row = await site.call('GET', `/v1/integration/${id}`, { token: site.token });
      expect(row.body.value).toMatchObject({ last_error: 'integration.noAccount' });
      await call('PATCH', `/v1/user/${account.id}`, { disabled: false });
      await expect.poll(faults).toEqual([]);
    });
  },
);
