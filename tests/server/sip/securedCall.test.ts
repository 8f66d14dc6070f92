import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultSipTransport } from '../../../contract/entities/terminals/sipTransport.ts';
import type { CallState } from '../../../server/platform/sip/call.types.ts';
import { OutgoingCall } from '../../../server/platform/sip/outgoingCall.ts';
import { acceptedSound, writeSdp } from '../../../server/platform/sip/sdp.ts';
import { parseMessage } from '../../../server/platform/sip/sipMessage.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { callSettings, formatsOf } from '../../../server/site/foreign/sip/sipOffer.ts';
import { sipTimes } from '../../../server/site/foreign/sip/sipTimes.ts';
import { answerTo } from './sipPeer.ts';

/** docs/rules/foreign-loudspeakers.md#encrypted-where-its-transport-is */

const LOOPBACK = '127.0.0.1';
const formats = formatsOf('pcma');
const key = Buffer.alloc(30, 9);

let agent: UserAgent;
let peer: Socket;
let call: OutgoingCall | null = null;
beforeEach(async () => {
  agent = new UserAgent({ port: 0, name: 'Test', log: { warn: () => undefined } });
  peer = createSocket('udp4');
  await new Promise<void>((done) => peer.bind(0, LOOPBACK, () => done()));
});
afterEach(() => {
  call?.hangUp();
  agent.close();
  peer.close();
});

/** Calls a peer as by TLS; the messages go by UDP, which the peer can read. @param answer status and key of its answer */
async function called(answer: (isSecure: boolean) => { status: string; crypto?: typeof key | null }) {
  const offers: string[] = [];
  const states: CallState[] = [];
  peer.on('message', (bytes, from) => {
    const text = bytes.toString();
    const message = parseMessage(bytes);
    if (!('method' in message) || message.method === 'ACK') return;
    let reply = answerTo(text, '200 OK');
    if (message.method === 'INVITE') {
      offers.push(message.body);
      const { status, crypto = null } = answer(message.body.includes('SAVP'));
      const own = { address: LOOPBACK, port: 4_000, session: 1, formats, packetMs: 20 };
      const sdp = writeSdp({ ...own, crypto: crypto && { tag: 1, master: crypto } });
      const contact = `Contact: <sip:hall@${LOOPBACK}:${from.port}>\nContent-Type: application/sdp\n`;
      reply = status.startsWith('200')
        ? answerTo(text, status, contact, sdp.replaceAll('\r\n', '\n'))
        : answerTo(text, status);
    }
    peer.send(reply.replaceAll('\n', '\r\n').replaceAll('\r\r\n', '\r\n'), from.port, from.address);
  });
  const hop = await agent.hop('udp', LOOPBACK, (peer.address() as AddressInfo).port);
  const local = await agent.open(hop);
  const place = { uri: `sip:hall@${LOOPBACK}:${hop.port}`, from: 'sip:tocsin@127.0.0.1', hop, local };
  const transport = {
    ...defaultSipTransport,
    uri: `hall@${LOOPBACK}`,
    protocol: 'tls',
    codec: 'pcma',
  } as const;
  call = new OutgoingCall(agent, callSettings(transport, place, 5_000, sipTimes), (one) => states.push(one));
  return { offers, states };
}

test('a loudspeaker that takes encrypted sound is sent it with the key that was offered', async () => {
  const { offers, states } = await called(() => ({ status: '200 OK', crypto: key }));
  await expect.poll(() => states.at(-1)?.kind).toBe('answered');
  const offered = acceptedSound(offers[0] ?? '', formats)?.crypto;
  expect(offered?.master).toHaveLength(30);
  expect(states.at(-1)).toMatchObject({ sound: { crypto: { master: key } }, master: offered?.master });
});

test('one that refuses it is called once more without it', async () => {
  const { offers, states } = await called((isSecure) => ({ status: isSecure ? '488 No' : '200 OK' }));
  await expect.poll(() => states.at(-1)?.kind).toBe('answered');
  expect(offers.map((one) => one.includes('RTP/SAVP'))).toEqual([true, false]);
  expect(states.at(-1)).toMatchObject({ sound: { crypto: null }, master: null });
});

test('one that takes the offer and answers without a key is hung up', async () => {
  const { states } = await called(() => ({ status: '200 OK' }));
  await expect.poll(() => states.at(-1)?.kind).toBe('refused');
});
