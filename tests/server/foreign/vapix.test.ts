import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  defaultVapixTransport,
  type VapixTransport,
} from '../../../contract/entities/terminals/connected/vapixTransport.ts';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { VapixDevice } from './vapixDevice.ts';

let site: AirSite;

async function ownCertificate() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'hall' }], { keySize: 2048 });
  return { key, cert };
}
const devices: VapixDevice[] = [];
beforeAll(async () => {
  site = await startAirSite({
    connectedTimes: { probeMs: 500, probeAnswerMs: 2_000, retryMs: 300, longestRetryMs: 1_000, keptMs: 100 },
  });
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.unplug();
});
afterAll(() => site.close());

const row = (id: number) => site.deps.live.topic<DeviceLive>('device').get(id);
const faultOf = (id: number) =>
  site.deps.faults
    .allOpen()
    .find(({ kind, terminal_id }) => kind === 'loudspeaker_login' && terminal_id === id);

async function startDevice(tls?: { key: string; cert: string }): Promise<VapixDevice> {
  const device = new VapixDevice(tls);
  devices.push(device);
  await device.plug();
  return device;
}

const post = (name: string, more: Partial<VapixTransport>, foreign_password?: string) =>
  site.post('/v1/device/foreign', {
    ...{ name, org: null, foreign: { ...defaultVapixTransport, user: 'root', ...more } },
    ...(foreign_password === undefined ? {} : { foreign_password }),
  });

async function added(name: string, more: Partial<VapixTransport>, password = 'pass'): Promise<number> {
  const answer = await post(name, more, password);
  expect(answer.body).toMatchObject({ code: 200 });
  expect(JSON.stringify(answer.body)).not.toContain(password);
  const { id } = answer.body.value as { id: number };
  await expect.poll(() => row(id)?.online).toBe(true);
  return id;
}

test('a loudspeaker is sent sound after its Digest login, is answered, and let go at the end', async () => {
  const device = await startDevice();
  const id = await added('Hall', { url: `http://127.0.0.1:${device.port}` });
  const task = await site.started({ devices: [id], files: [await site.file('March', 60)], volume: 100 });
  await expect.poll(() => row(id)?.reason.key).toBe('answered');
  await expect.poll(() => device.sound.length).toBeGreaterThan(16_000);
  expect(device.types).toEqual(['audio/axis-mulaw-128']);
  await expect.poll(() => site.live(task)).toMatchObject({ targets: 1, sent: 1, silent: 0 });
  await site.act(task, 'stop');
  await expect.poll(() => device.senders).toBe(0);
});

test('a loudspeaker that others use is busy, and called again when it is free', async () => {
  const device = await startDevice();
  device.isBusy = true;
  const id = await added('Gate', { url: `http://127.0.0.1:${device.port}`, codec: 'pcmu' });
  const task = await site.started({ devices: [id], files: [await site.file('March', 60)], volume: 100 });
  await expect
    .poll(() => row(id)?.reason)
    .toMatchObject({ key: 'call_busy', params: { protocol: 'HTTP', status: 503 } });
  device.isBusy = false;
  await expect.poll(() => row(id)?.reason.key).toBe('answered');
  expect(device.types).toEqual(['audio/basic']);
  await site.act(task, 'stop');
});

test('a wrong password is a fault until it is right; it stays when other settings change', async () => {
  const device = await startDevice();
  const url = `http://127.0.0.1:${device.port}`;
  const id = await added('Yard', { url }, 'wrong');
  await expect.poll(() => faultOf(id)).toBeDefined();
  const change = async (body: object) =>
    (
      await site.call('PATCH', `/v1/device/${id}`, {
        token: site.token,
        body: { ...body, rev: row(id)?.rev },
      })
    ).body;
  expect(await change({ foreign_password: 'pass' })).toMatchObject({ code: 200 });
  await expect.poll(() => faultOf(id)).toBeUndefined();
  const foreign = { ...defaultVapixTransport, user: 'root', url, delay_ms: 80 };
  expect(await change({ foreign })).toMatchObject({ code: 200 });
  const task = await site.started({ devices: [id], files: [await site.file('March', 60)], volume: 100 });
  await expect.poll(() => row(id)?.reason.key).toBe('answered');
  await site.act(task, 'stop');
  // Another machine is not sent the password of this one.
  expect(await change({ foreign: { ...foreign, url: 'http://127.0.0.1:9' } })).toMatchObject({
    code: 400,
    key: 'rules.loudspeakerPassword',
  });
  const { rows } = await site.database.pool.query('select foreign_secret from terminal where id = $1', [id]);
  expect(rows[0].foreign_secret).toMatch(/^sealed1\./);
});

test('a loudspeaker whose certificate has the fingerprint is reached; one with another is not', async () => {
  const tls = await ownCertificate();
  const device = await startDevice(tls);
  const certificate = new X509Certificate(tls.cert).fingerprint256;
  const url = `https://127.0.0.1:${device.port}`;
  const id = await added('Tower', { url, certificate });
  expect(row(id)?.foreign).toMatchObject({ certificate: certificate.replaceAll(':', '').toLowerCase() });
  const other = await startDevice(await ownCertificate());
  const answer = await post('Mast', { url: `https://127.0.0.1:${other.port}`, certificate }, 'pass');
  const { id: away } = answer.body.value as { id: number };
  await expect.poll(() => row(away)?.reason.key).toBe('offline');
  const faults = () =>
    site.deps.live
      .topic<Fault & { org: number }>('fault')
      .snapshot()
      .filter(({ kind }) => kind === 'loudspeaker_certificate')
      .map(({ terminal_id }) => terminal_id);
  await expect.poll(faults).toEqual([away]);
});

test('a loudspeaker that is unplugged is offline, and called again when it is back', async () => {
  const device = await startDevice();
  const id = await added('Shed', { url: `http://127.0.0.1:${device.port}` });
  const task = await site.started({ devices: [id], files: [await site.file('March', 600)], volume: 100 });
  for (let i = 0; i < 3; i++) {
    await expect.poll(() => row(id)?.reason.key).toBe('answered');
    await device.unplug();
    await expect.poll(() => row(id)?.online).toBe(false);
    await device.plug(device.port);
  }
  await expect.poll(() => row(id)?.reason.key).toBe('answered');
  await site.act(task, 'stop');
});

test('an account needs a password, and an address contains none', async () => {
  expect((await post('Barn', { url: 'http://10.0.0.7' })).body).toMatchObject({ code: 400 });
  expect((await post('Barn', { url: 'http://root:pass@10.0.0.7' }, 'pass')).body).toMatchObject({
    code: 400,
  });
});
