import type { Socket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { taskType } from '../../../contract/codes.ts';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import { defaultSipTransport } from '../../../contract/entities/terminals/sipTransport.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { freePort } from '../../support/freePort.ts';
import { type AirSite, packetsOf, startAirSite } from '../broadcast/airSite.ts';
import { SipPeer } from '../sip/sipPeer.ts';
import { udpSocket } from './sipPhones.ts';

/** Tolerance of what sounds together, µs. */
const TOGETHER_US = 50_000;
const DELAY_MS = defaultSipTransport.delay_ms;

let site: AirSite;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  site = await startAirSite({
    env: { SIP_PORT: '0', SIP_RTP_PORT: '0' },
    sipTimes: { probeMs: 500, probeAnswerMs: 1_000, retryMs: 300, longestRetryMs: 1_000, keptMs: 100 },
  });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => site.close());

/** A hall with a SIP loudspeaker that rings until the test answers, and a terminal of this system. */
async function hall(name: string, start_wait_s: number, delay_ms = DELAY_MS) {
  const zone = await site.zone(name);
  const { rev } = site.deps.live.topic<PartitionLive>('partition').get(zone) as PartitionLive;
  const body = { start_wait_s, rev };
  const changed = await site.call('PATCH', `/v1/partition/${zone}`, { token: site.token, body });
  expect(changed.body).toMatchObject({ code: 200 });
  const socket: Socket = await udpSocket();
  /** Media time at which each packet would be heard. */
  const heardUs: number[] = [];
  socket.on('message', () => heardUs.push(site.deps.clock.now() + delay_ms * 1000));
  const peer = new SipPeer(await freePort(), socket.address().port);
  peer.isRinging = true;
  await peer.plug();
  ends.push(
    () => peer.unplug(),
    () => socket.close(),
  );
  const foreign = { ...defaultSipTransport, uri: `hall@127.0.0.1:${peer.port}`, codec: 'pcma', delay_ms };
  const answer = await site.post('/v1/device/foreign', { name, org: zone, foreign });
  expect(answer.body).toMatchObject({ code: 200 });
  const { id: speaker } = answer.body.value as { id: number };
  await expect.poll(() => site.device(speaker)?.online).toBe(true);
  const own = await site.adopted(`OWN-${name}`, zone);
  return { zone, peer, heardUs, speaker, own };
}

/** Media time of the first sound that a terminal was sent, and the number of its packet. */
async function firstOf({ client }: Awaited<ReturnType<typeof hall>>['own']) {
  await expect.poll(() => packetsOf(client).size).toBeGreaterThan(0);
  const [at = 0, packet = ''] = [...packetsOf(client)][0] ?? [];
  return { at, packet };
}

test('terminals of a hall that waits begin with its loudspeaker, whole, within 50 ms of each other', async () => {
  const { zone, peer, heardUs, own } = await hall('Hall', 10);
  const file = await site.file('March', 2);
  const asked = { orgs: [zone], files: [file], volume: 100 };
  expect(await site.dryRun(asked)).toMatchObject({ start_wait: { loudspeakers: 1, most_s: 10 } });
  const task = await site.started(asked);
  await expect.poll(() => peer.rings).toBe(true);
  expect(site.live(task)).toMatchObject({ state: 'waiting', waiting_for: 1, silent: 2 });
  const reasons = async () => (await site.targets(task)).map(({ reason }) => reason?.key).sort();
  await expect.poll(reasons).toEqual(['ringing', 'start_waits']);
  expect(own.client.frames).toEqual([]);
  const answeredUs = site.deps.clock.now();
  peer.answer();
  const { at, packet } = await firstOf(own);
  expect([packet, at > answeredUs]).toEqual([`${file}:0`, true]);
  await expect.poll(() => site.live(task)).toBeUndefined();
  expect(Math.abs((heardUs[0] ?? 0) - at)).toBeLessThan(TOGETHER_US);
  // Every packet of the two seconds has left for the loudspeaker.
  await expect.poll(() => heardUs.length).toBe(2e6 / PACKET_US);
});

test('a loudspeaker that needs 800 ms sounds with the terminals of its hall', async () => {
  const { zone, peer, heardUs, own } = await hall('Late', 10, 800);
  await site.started({ orgs: [zone], files: [await site.file('March', 2)], volume: 100 });
  await expect.poll(() => peer.rings).toBe(true);
  peer.answer();
  const { at } = await firstOf(own);
  await expect.poll(() => heardUs.length).toBe(2e6 / PACKET_US);
  expect(Math.abs((heardUs[0] ?? 0) - at)).toBeLessThan(TOGETHER_US);
});

test('others do not wait: a hall without the choice, one in a broadcast with it, and an alarm', async () => {
  const waits = await hall('Waits', 10);
  const other = await hall('Begins', 0);
  const file = await site.file('March', 60);
  for (const orgs of [[other.zone], [waits.zone, other.zone]]) {
    const asked = { orgs, files: [file], volume: 100 };
    expect(await site.dryRun(asked)).toMatchObject({ start_wait: null });
    const task = await site.started(asked);
    expect(site.live(task)).toMatchObject({ state: 'playing', waiting_for: 0 });
    await site.act(task, 'stop');
  }
  const row = { task_type: taskType.alarm, audio_source: 0 };
  const targets = [waits.speaker, waits.own.id].map((terminal_id) => ({ terminal_id, org: waits.zone }));
  expect(site.deps.broadcasting.engine.startNeeds(row, targets)).toBeNull();
  expect(site.deps.broadcasting.engine.startNeeds({ ...row, task_type: 1 }, targets)?.called).toHaveLength(1);
});

test('two halls of a broadcast begin together; one that never answers costs its own wait only', async () => {
  const [near, far] = [await hall('Near', 2), await hall('Far', 20)];
  const task = await site.started({
    ...{ orgs: [near.zone, far.zone], files: [await site.file('March', 60)], volume: 100 },
  });
  await expect.poll(() => [near.peer.rings, far.peer.rings]).toEqual([true, true]);
  await expect.poll(() => site.live(task)?.waiting_for).toBe(1);
  far.peer.answer();
  const [first, second] = [await firstOf(near.own), await firstOf(far.own)];
  expect(first).toEqual(second);
  await expect.poll(() => far.heardUs.length).toBeGreaterThan(0);
  expect(Math.abs((far.heardUs[0] ?? 0) - first.at)).toBeLessThan(TOGETHER_US);
  expect(near.heardUs).toEqual([]);
  await site.act(task, 'stop');
  await expect.poll(() => far.peer.calls).toBe(0);
});
