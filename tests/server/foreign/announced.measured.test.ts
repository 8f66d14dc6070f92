import { createSocket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { defaultTransport } from '../../../contract/entities/terminals/foreign.ts';
import { createMediaClock } from '../../../server/platform/clock/mediaClock.ts';
import { createSender } from '../../../server/site/foreign/sender.ts';
import { eventually } from '../../support/eventually.ts';
import { LOOPBACK, receiveRtp } from './receiveRtp.ts';
import { PITCH_HZ, playTone } from './tone.ts';

const KEY = 'group';
const GROUP = '239.255.21.5';
const HEADER_BYTES = 8;
const DELETION = 0x04;

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Collects the announcements of the group of this test: whether each is a deletion, and its SDP. */
async function listen(): Promise<{ isDeletion: boolean; sdp: string }[]> {
  const all: { isDeletion: boolean; sdp: string }[] = [];
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  ends.push(() => socket.close());
  socket.on('message', (packet) => {
    const [type, sdp = ''] = packet.subarray(HEADER_BYTES).toString().split('\0');
    const isDeletion = ((packet[0] ?? 0) & DELETION) !== 0;
    const isOwn = isDeletion ? all.some((one) => one.sdp.includes(sdp)) : sdp.includes(GROUP);
    if (type === 'application/sdp' && isOwn) all.push({ isDeletion, sdp });
  });
  await new Promise<void>((resolve) => socket.bind(9875, resolve));
  socket.addMembership('239.255.255.255', LOOPBACK);
  return all;
}

test('FFmpeg receives a group by the description that is announced, which is withdrawn at the end', async () => {
  const announced = await listen();
  const clock = createMediaClock();
  const sender = createSender({
    clock,
    state() {},
    connection() {},
    connectionsLost() {},
    callsPort() {},
    log: console,
  });
  ends.push(() => sender.close());
  const transport = {
    ...defaultTransport,
    ...{ group: GROUP, port: 21_640, interface: LOOPBACK, announce: true },
  };
  sender.open(KEY, transport);
  await eventually(() => expect(announced).toMatchObject([{ isDeletion: false }]));
  const from_us = playTone(sender, KEY, 7, clock.now, ends);
  sender.send({ type: 'route', key: KEY, from_us, stream: 7, gain: 1 });
  const { pitchHz } = await receiveRtp(transport, 2, announced[0]?.sdp);
  expect(Math.abs(pitchHz - PITCH_HZ)).toBeLessThan(5);
  sender.close();
  await eventually(() => expect(announced).toMatchObject([{ isDeletion: false }, { isDeletion: true }]));
});
