import { createSocket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import { defaultTransport } from '../../../contract/entities/terminals/foreign.ts';
import { defaultGroupPage } from '../../../contract/entities/terminals/multicast/groupPage.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { readPage } from './pageReceiver.ts';
import { LOOPBACK } from './receiveRtp.ts';

let site: AirSite;
const ends: (() => void)[] = [];
beforeAll(async () => {
  site = await startAirSite();
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(() => site.close());

const row = (id: number) => site.deps.live.topic<DeviceLive>('device').get(id);
const transport = (port: number) => ({
  ...defaultTransport,
  ...{ group: '239.255.21.2', port, codec: 'opus', interface: LOOPBACK },
});

/** Adds a loudspeaker and waits until its group can be sent to. */
async function added(name: string, port: number, change: object = {}): Promise<number> {
  const body = { name, org: null, foreign: { ...transport(port), ...change } };
  const answer = await site.post('/v1/device/foreign', body);
  expect(answer.body).toMatchObject({ code: 200 });
  const { id } = answer.body.value as { id: number };
  await expect.poll(() => row(id)?.online).toBe(true);
  return id;
}

/** Receives the packets of a group at this machine. */
function received(port: number): Buffer[] {
  const packets: Buffer[] = [];
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.bind(port, () => socket.addMembership('239.255.21.2', LOOPBACK));
  socket.on('message', (packet) => packets.push(packet));
  ends.push(() => socket.close());
  return packets;
}

test('two loudspeakers of a group get one stream, and their delivery is sent, not heard', async () => {
  const [a, b] = [await added('Yard', 21_612), await added('Gate', 21_612)];
  const packets = received(21_612);
  const file = await site.file('March', 30);
  expect(await site.dryRun({ devices: [a, b], files: [file] })).toMatchObject({ sounding: 2, sent: 2 });
  const id = await site.started({ devices: [a, b], files: [file], volume: 100 });
  await expect.poll(() => packets.length).toBeGreaterThan(25);
  // Programme packets carry the file and their number: each is sent at most once, in order.
  const numbers = packets.map((packet) => packet.readUInt32BE(12 + 4));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  expect(new Set(packets.map((packet) => packet.readUInt32BE(8))).size).toBe(1);
  await expect.poll(() => site.live(id)).toMatchObject({ targets: 2, sounding: 0, sent: 2, silent: 0 });
  expect(row(a)).toMatchObject({ sound: 'sent', reason: { key: 'sent' } });
  const sent = { state: 'sent', reason: { key: 'sent' }, first_sound_at: null };
  expect(await site.targets(id)).toMatchObject([sent, sent]);
  await site.act(id, 'stop');
  await expect.poll(() => row(a)?.sound).toBe('none');
  const ended = { state: 'ended', reason: { key: 'sent' } };
  await expect.poll(() => site.targets(id)).toMatchObject([ended, ended]);
});

test('the higher broadcast goes out to the group; the other one says so and comes back', async () => {
  const [a, b] = [await added('Hall', 21_614), await added('Stairs', 21_614)];
  const packets = received(21_614);
  const files = [await site.file('Low', 60), await site.file('High', 60)];
  const low = await site.started({ devices: [a], files: [files[0]], volume: 100, priority: 1 });
  await expect.poll(() => site.live(low)?.sent).toBe(1);
  const high = await site.started({ devices: [b], files: [files[1]], volume: 100, priority: 9 });
  await expect.poll(() => site.live(low)).toMatchObject({ sent: 0, preempted: 1 });
  expect(site.live(high)).toMatchObject({ sent: 1 });
  expect(row(a)).toMatchObject({ sound: 'none', reason: { key: 'group_busy' } });
  const last = () => packets.at(-1)?.readUInt32BE(12);
  await expect.poll(last).toBe(files[1]);
  await site.act(high, 'stop');
  await expect.poll(() => site.live(low)).toMatchObject({ sent: 1, preempted: 0 });
  await expect.poll(last).toBe(files[0]);
  await site.act(low, 'stop');
});

test('a group whose network interface is missing is offline, with a fault', async () => {
  const foreign = { ...transport(21_620), interface: '192.0.2.1' };
  const answer = await site.post('/v1/device/foreign', { name: 'Far', org: null, foreign });
  const { id } = answer.body.value as { id: number };
  await expect.poll(() => row(id)).toMatchObject({ online: false, fault: 'new' });
});

test('the settings of a group agree, and change for all of its loudspeakers together', async () => {
  const [a, b] = [await added('North', 21_616), await added('South', 21_616)];
  const other = { ...transport(21_616), codec: 'g722' };
  const refused = await site.post('/v1/device/foreign', { name: 'East', org: null, foreign: other });
  expect(refused.body).toMatchObject({ code: 409, key: 'terminal.groupDiffers' });
  const change = { foreign: other, rev: row(a)?.rev };
  expect((await site.call('PATCH', `/v1/device/${a}`, { token: site.token, body: change })).body.code).toBe(
    200,
  );
  expect(row(b)).toMatchObject({ foreign: other });
  await expect.poll(() => row(b)?.online).toBe(true);
  const odd = { name: 'East', org: null, foreign: { ...other, port: 21_617 } };
  expect((await site.post('/v1/device/foreign', odd)).body).toMatchObject({ code: 400 });
});

test('a broadcast of a higher step goes to the address of its level, which no other group may have', async () => {
  const level = { from: 20, group: '239.255.21.2', port: 21_626, number: 5 };
  const a = await added('Court', 21_624, { scale: 'cyberdata', number: 1, levels: [level], dscp: 46 });
  const [low, high] = [received(21_624), received(21_626)];
  const file = await site.file('Song', 60);
  // A real-time task has the weight 20 (contract/constants.ts).
  const id = await site.started({ devices: [a], files: [file], volume: 100 });
  await expect.poll(() => high.length).toBeGreaterThan(5);
  expect(low).toEqual([]);
  await site.act(id, 'stop');
  const taken = { name: 'Rival', org: null, foreign: transport(21_626) };
  expect((await site.post('/v1/device/foreign', taken)).body).toMatchObject({
    ...{ code: 409, key: 'terminal.levelTaken' },
  });
  const wrong = { ...transport(21_628), scale: 'yealink', number: 1, levels: [{ ...level, number: 2 }] };
  expect(
    (await site.post('/v1/device/foreign', { name: 'Wrong', org: null, foreign: wrong })).body,
  ).toMatchObject({ code: 400 });
});

test('a group page is alerted, sounds, and is ended', async () => {
  const foreign = {
    ...{ ...defaultGroupPage, group: '239.255.21.2', port: 21_630, interface: LOOPBACK },
    levels: [],
  };
  const a = await added('Phones', 21_630, foreign);
  const packets = received(21_630);
  const ops = () => packets.map((packet) => readPage(packet).op);
  const id = await site.started({ devices: [a], files: [await site.file('Call', 60)], volume: 100 });
  await expect.poll(() => ops().filter((op) => op === 'transmit').length).toBeGreaterThan(10);
  expect(ops().indexOf('transmit')).toBe(31);
  await site.act(id, 'stop');
  await expect.poll(() => ops().filter((op) => op === 'end').length).toBe(12);
});
