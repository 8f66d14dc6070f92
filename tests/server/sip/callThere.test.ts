import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IncomingCall } from '../../../server/platform/sip/incomingCall.ts';
import { acceptedSound } from '../../../server/platform/sip/sdp.ts';
import { parseMessage, type SipRequest } from '../../../server/platform/sip/sipMessage.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { answerTo, SDP } from './sipPeer.ts';

/** docs/rules/telephone-system.md#a-phone-listens-to-a-zone */

const LOOPBACK = '127.0.0.1';
const formats = [{ payloadType: 8, rtpmap: 'PCMA/8000' }];
let agent: UserAgent;
let peer: Socket;
let call: IncomingCall;
/** Answer of the phone to OPTIONS. */
let status: string;
beforeEach(async () => {
  agent = new UserAgent({ port: 0, name: 'Test', log: { warn: () => undefined } });
  peer = createSocket('udp4');
  peer.on('message', (bytes, from) => {
    const text = bytes.toString();
    if (text.startsWith('OPTIONS'))
      peer.send(answerTo(text, status).replaceAll('\n', '\r\n'), from.port, from.address);
  });
  await new Promise<void>((done) => peer.bind(0, LOOPBACK, () => done()));
  const hop = await agent.hop('udp', LOOPBACK, peer.address().port);
  const local = await agent.open(hop);
  const text = `INVITE sip:1@h SIP/2.0\nVia: SIP/2.0/UDP h;branch=z9hG4bK1\nFrom: <sip:200@h>;tag=a\nTo: <sip:1@h>\nCall-ID: c\nCSeq: 1 INVITE\nContact: <sip:200@${LOOPBACK}:${hop.port}>\n\n${SDP}`;
  const request = parseMessage(Buffer.from(text.replaceAll('\n', '\r\n'))) as SipRequest;
  const sound = acceptedSound(request.body, formats);
  if (sound === null) throw new Error('no sound');
  const events = { digit: () => undefined, sound: () => undefined, ended: () => undefined };
  call = new IncomingCall(
    agent,
    { request, from: hop, answer: () => undefined },
    { local, sound, formats },
    events,
  );
});
afterEach(() => {
  call.hangUp();
  agent.close();
  peer.close();
});

test.each([
  ['200 OK', true],
  ['405 Method Not Allowed', true],
  ['481 Call/Transaction Does Not Exist', false],
])('a phone that answers %s is there: %s', async (answer, isThere) => {
  call.accept(6_000, 20);
  status = answer;
  expect(await call.isThere()).toBe(isThere);
});

test('a call that was not answered is not there', async () => {
  status = '200 OK';
  expect(await call.isThere()).toBe(false);
});
