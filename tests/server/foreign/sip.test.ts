import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import { defaultSipTransport, type SipTransport } from '../../../contract/entities/terminals/sipTransport.ts';
import { CallFrames } from '../../../server/site/foreign/calls/callFrames.ts';
import { createSipTerminals } from '../../../server/site/foreign/sip/sipTerminals.ts';
import { sipTimes } from '../../../server/site/foreign/sip/sipTimes.ts';
import { installed } from '../../support/debian.ts';
import { freePort } from '../../support/freePort.ts';
import { isLong } from '../../support/random.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { SipPeer } from '../sip/sipPeer.ts';
import { type Phone, startBaresip, startSipp, udpSocket } from './sipPhones.ts';

const noBaresip = installed('baresip', 'baresip-core');
const noSipp = installed('sipp', 'sip-tester');
const named = (text: string, missing: string | null) =>
  missing === null ? text : `${text} (not run, because ${missing})`;

let site: AirSite;
const phones: Phone[] = [];
beforeAll(async () => {
  site = await startAirSite({
    env: { SIP_PORT: '0', SIP_RTP_PORT: '0' },
    sipTimes: { probeMs: 500, probeAnswerMs: 1_000, retryMs: 300, longestRetryMs: 1_000, keptMs: 100 },
  });
});
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.stop();
});
afterAll(() => site.close());

const row = (id: number) => site.deps.live.topic<DeviceLive>('device').get(id);

async function added(name: string, more: Partial<SipTransport>): Promise<number> {
  const body = { name, org: null, foreign: { ...defaultSipTransport, ...more } };
  const answer = await site.post('/v1/device/foreign', body);
  expect(answer.body).toMatchObject({ code: 200 });
  const { id } = answer.body.value as { id: number };
  return id;
}

async function online(id: number) {
  await expect.poll(() => row(id)?.online).toBe(true);
}

test.skipIf(noBaresip !== null)(
  named('baresip is called, answers, and is answered, not heard', noBaresip),
  async () => {
    const phone = await startBaresip('pcma', await freePort());
    phones.push(phone);
    const id = await added('Hall', { uri: phone.uri });
    await online(id);
    const file = await site.file('March', 30);
    const task = await site.started({ devices: [id], files: [file], volume: 100 });
    await expect.poll(() => row(id)?.reason.key).toBe('answered');
    await expect.poll(() => site.live(task)).toMatchObject({ targets: 1, sent: 1, silent: 0 });
    await site.act(task, 'stop');
    await expect.poll(() => row(id)?.sound).toBe('none');
  },
);

test.skipIf(noSipp !== null)(
  named('SIPp is sent G.711 from the answer to the end of the broadcast', noSipp),
  async () => {
    const socket = await udpSocket();
    const packets: Buffer[] = [];
    socket.on('message', (packet) => packets.push(packet));
    const phone = await startSipp({ answer: socket.address().port }, await freePort());
    phones.push(phone, { uri: '', stop: async () => void socket.close() });
    const id = await added('Yard', { uri: phone.uri });
    await online(id);
    const file = await site.file('March', 30);
    const task = await site.started({ devices: [id], files: [file], volume: 100 });
    await expect.poll(() => packets.length).toBeGreaterThan(25);
    expect(new Set(packets.map((one) => `${(one[1] ?? 0) & 0x7f} ${one.length}`))).toEqual(
      new Set(['8 172']),
    );
    const numbers = packets.map((one) => one.readUInt16BE(2));
    expect(numbers.slice(1).every((one, i) => one === (((numbers[i] ?? 0) + 1) & 0xffff))).toBe(true);
    await site.act(task, 'stop');
  },
);

test.skipIf(noSipp !== null)(
  named('a refusal is shown with its status, and called again', noSipp),
  async () => {
    const phone = await startSipp({ refuse: 486 }, await freePort());
    phones.push(phone);
    const id = await added('Gate', { uri: phone.uri });
    await online(id);
    const task = await site.started({ devices: [id], files: [await site.file('March', 30)], volume: 100 });
    await expect
      .poll(() => row(id)?.reason)
      .toMatchObject({ key: 'call_busy', params: { protocol: 'SIP', status: 486 } });
    expect(row(id)?.sound).toBe('silent');
    await site.act(task, 'stop');
  },
);

test('a loudspeaker with another URI is called there; no two have the same one', async () => {
  const [first, second] = [new SipPeer(await freePort()), new SipPeer(await freePort())];
  for (const peer of [first, second]) {
    phones.push({ uri: '', stop: () => peer.unplug() });
    await peer.plug();
  }
  const uriOf = ({ port }: SipPeer) => `hall@127.0.0.1:${port}`;
  const id = await added('Stage', { uri: uriOf(first) });
  await online(id);
  const twice = { name: 'Again', org: null, foreign: { ...defaultSipTransport, uri: uriOf(first) } };
  const refused = await site.post('/v1/device/foreign', twice);
  expect(refused.body).toMatchObject({ code: 409, key: 'terminal.addressTaken' });
  const task = await site.started({ devices: [id], files: [await site.file('March', 600)], volume: 100 });
  await expect.poll(() => first.calls).toBe(1);
  const change = { foreign: { ...defaultSipTransport, uri: uriOf(second) }, rev: row(id)?.rev };
  const changed = await site.call('PATCH', `/v1/device/${id}`, { token: site.token, body: change });
  expect(changed.body).toMatchObject({ code: 200 });
  await expect.poll(() => second.calls).toBe(1);
  await expect.poll(() => first.calls).toBe(0);
  await site.act(task, 'stop');
});

test(
  'a loudspeaker that is unplugged ten times is offline, and called again each time it is back',
  async () => {
    const peer = new SipPeer(await freePort());
    phones.push({ uri: '', stop: () => peer.unplug() });
    await peer.plug();
    const id = await added('Tower', { uri: `hall@127.0.0.1:${peer.port}` });
    await online(id);
    const task = await site.started({ devices: [id], files: [await site.file('March', 600)], volume: 100 });
    for (let i = 0; i < (isLong ? 1_000 : 10); i++) {
      await expect.poll(() => row(id)?.reason.key).toBe('answered');
      expect(peer.calls).toBe(1);
      await peer.unplug();
      await expect.poll(() => row(id)?.online).toBe(false);
      await peer.plug();
    }
    await expect.poll(() => row(id)?.reason.key).toBe('answered');
    await site.act(task, 'stop');
    await expect.poll(() => peer.calls).toBe(0);
  },
  isLong ? 7_200_000 : 240_000,
);

test('a port that another program has is a fault until it is free', async () => {
  const taken = await udpSocket();
  const { port } = taken.address();
  const faults: string[] = [];
  const sip = createSipTerminals({
    ...{ ports: { sip: port, rtp: 0 }, times: { ...sipTimes, probeMs: 100 }, log: { warn: () => undefined } },
    sender: { send: () => undefined, openCalls: () => undefined },
    frames: new CallFrames({ send: () => undefined }),
    ...{ now: () => 0, rankOf: (id) => ({ weight: 0, started_at: 0, id }) },
    ...{ arrive: () => undefined, depart: () => undefined, changed: () => undefined },
    certificateRefused: () => undefined,
    portTaken: (isTaken) => faults.push(isTaken ? 'taken' : 'free'),
  });
  phones.push({ uri: '', stop: async () => sip.close() });
  sip.put({ id: 1, org: null, ao_volume: 100 }, { ...defaultSipTransport, uri: '127.0.0.1:9' });
  await expect.poll(() => faults.at(-1)).toBe('taken');
  taken.close();
  await expect.poll(() => faults.at(-1)).toBe('free');
});
