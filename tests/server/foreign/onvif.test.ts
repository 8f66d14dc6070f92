import { afterEach, expect, test } from 'vitest';
import {
  defaultOnvifTransport,
  type OnvifTransport,
} from '../../../contract/entities/terminals/connected/onvifTransport.ts';
import { volumeToGain } from '../../../contract/protocol/audio.ts';
import { createMediaClock } from '../../../server/platform/clock/mediaClock.ts';
import { backChannelOf } from '../../../server/platform/rtsp/backChannel.ts';
import { RtspFormatError, RtspReader } from '../../../server/platform/rtsp/rtspReader.ts';
import type { ConnectionState } from '../../../server/site/foreign/connected/connected.types.ts';
import { ConnectedProbe } from '../../../server/site/foreign/connected/connectedProbe.ts';
import { connectedTimes } from '../../../server/site/foreign/connected/connectedTimes.ts';
import { createSender } from '../../../server/site/foreign/sender.ts';
import { CALLS } from '../../../server/site/foreign/sender.types.ts';
import { eventually } from '../../support/eventually.ts';
import { onvifMissing, startOnvifDevice } from './onvifDevice.ts';
import { playTone } from './tone.ts';

const CALL = 2 ** 32;
const STREAM = 7;
const missing = onvifMissing();
const named = (text: string) => (missing === null ? text : `${text} (not run, because ${missing})`);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function dialled(transport: OnvifTransport, password: string) {
  const states: ConnectionState[] = [];
  const clock = createMediaClock();
  const sender = createSender({
    ...{ clock, state() {}, callsPort() {}, connectionsLost() {}, log: console },
    connection: (_, state) => states.push(state),
  });
  ends.push(() => sender.close());
  sender.keepConnections(true);
  sender.send({ type: 'dial', call: CALL, target: { transport, password } });
  return { sender, clock, states };
}

test.skipIf(missing !== null)(
  named('a camera of GStreamer hears the tone at its level, after a login'),
  async () => {
    const device = await startOnvifDevice({ name: 'PCMU', rate: 8_000, payloadType: 0 });
    ends.push(() => device.stop());
    const transport = { ...defaultOnvifTransport, url: device.url, user: 'admin' };
    const { sender, clock, states } = dialled(transport, 'pass');
    await eventually(() => expect(states).toEqual([{ kind: 'answered', codec: 'pcmu' }]));
    const from_us = playTone(sender, CALLS, STREAM, clock.now, ends);
    sender.send({
      ...{ type: 'play', call: CALL, from_us },
      sound: {
        ...{ stream: STREAM, gain: volumeToGain(100), codec: 'pcmu', packet_ms: 20, delay_ms: 100 },
        to: null,
      },
    });
    await eventually(() => expect(Math.abs(device.peak() - 0.5)).toBeLessThan(0.1));
    await device.stop();
    await eventually(() => expect(states.at(-1)).toMatchObject({ kind: 'lost' }));
  },
);

test.skipIf(missing !== null)(
  named('a wrong password and a missing codec are refusals; the probe tells'),
  async () => {
    const device = await startOnvifDevice({ name: 'PCMA', rate: 8_000, payloadType: 8 });
    ends.push(() => device.stop());
    const transport = { ...defaultOnvifTransport, url: device.url, user: 'admin' };
    const wrong = dialled(transport, 'wrong');
    await eventually(() => expect(wrong.states).toEqual([{ kind: 'refused', status: 401 }]));
    const other = dialled({ ...transport, codec: 'g722' }, 'pass');
    await eventually(() => expect(other.states).toEqual([{ kind: 'refused', status: 415 }]));
    const probed: boolean[] = [];
    const probe = new ConnectedProbe({ transport, password: 'wrong' }, connectedTimes, {
      found: () => undefined,
      certificateRefused: () => undefined,
      loginRefused: (isRefused) => probed.push(isRefused),
    });
    ends.push(() => probe.end());
    await eventually(() => expect(probed).toEqual([true]));
  },
);

test('the media that a client sends is found, with its formats and address', () => {
  const sdp = [
    ...['v=0', 'm=video 0 RTP/AVP 96', 'a=recvonly', 'a=control:stream=0'],
    ...['m=audio 0 RTP/AVP 0', 'a=recvonly', 'a=control:stream=1'],
    ...['m=audio 0 RTP/AVP 0 97', 'a=rtpmap:97 PCMU/16000', 'a=control:stream=2', 'a=sendonly'],
  ];
  expect(backChannelOf(sdp.join('\r\n'), 'rtsp://h/a/')).toEqual({
    control: 'rtsp://h/a/stream=2',
    formats: [
      { payloadType: 0, rtpmap: 'PCMU/8000' },
      { payloadType: 97, rtpmap: 'PCMU/16000' },
    ],
  });
  expect(backChannelOf(sdp.slice(0, -1).join('\r\n'), 'rtsp://h/a')).toBeNull();
});

test('messages are read in any pieces between frames; what is no RTSP is refused', () => {
  const bytes = Buffer.concat([
    Buffer.from([0x24, 0, 0, 5, 1, 2, 3, 4, 5]),
    Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 3\r\nContent-Length: 4\r\n\r\nabcd'),
    Buffer.from([0x24, 1, 0, 1, 9]),
    Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 9\r\n\r\n'),
  ]);
  for (const size of [1, 3, 7, bytes.length]) {
    const reader = new RtspReader();
    const messages = [];
    for (let i = 0; i < bytes.length; i += size) messages.push(...reader.take(bytes.subarray(i, i + size)));
    expect(messages.map(({ status, body }) => [status, body])).toEqual([
      [200, 'abcd'],
      [null, ''],
    ]);
  }
  for (const text of [
    'HTTP/1.1 200 OK\r\n\r\n',
    'x'.repeat(20_000),
    'RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n',
  ])
    expect(() => new RtspReader().take(Buffer.from(text))).toThrow(RtspFormatError);
});
