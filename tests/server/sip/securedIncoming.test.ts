import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalEnd } from '../../../server/platform/sip/hop.types.ts';
import { IncomingCall } from '../../../server/platform/sip/incomingCall.ts';
import { acceptedSound, writeSdp } from '../../../server/platform/sip/sdp.ts';
import { headerOf, parseMessage, type SipResponse } from '../../../server/platform/sip/sipMessage.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';

/** docs/rules/telephone-system.md#encrypted-sound */

const LOOPBACK = '127.0.0.1';
const formats = [{ payloadType: 8, rtpmap: 'PCMA/8000' }];
const keys = [Buffer.alloc(30, 1), Buffer.alloc(30, 2)] as const;

let agent: UserAgent;
let local: LocalEnd;
let call: IncomingCall | null;
let peer: Socket;
let answers: SipResponse[];
beforeEach(async () => {
  answers = [];
  call = null;
  agent = new UserAgent({
    ...{ port: 0, name: 'Test', log: { warn: () => undefined } },
    take(invite) {
      const sound = acceptedSound(invite.request.body, formats);
      if (sound === null) return { reply: { status: 488, reason: 'Not Acceptable Here' } };
      const events = { digit: () => undefined, sound: () => undefined, ended: () => undefined };
      const made = new IncomingCall(agent, invite, { local, sound, formats }, events);
      call = made;
      setImmediate(() => made.accept(6_000, 20));
      return { reply: { status: 100, reason: 'Trying' } };
    },
  });
  peer = createSocket('udp4');
  peer.on('message', (bytes) => {
    const message = parseMessage(bytes);
    if ('status' in message && message.status !== 100) answers.push(message);
  });
  await new Promise<void>((done) => peer.bind(0, LOOPBACK, () => done()));
  local = await agent.open(await agent.hop('udp', LOOPBACK, peer.address().port));
});
afterEach(() => {
  call?.hangUp();
  agent.close();
  peer.close();
});

let sequence = 0;
/** Sends INVITE and waits for its last answer. @param to value of To with the tag of a running call */
async function invite(body: string, to = `<sip:1@${LOOPBACK}>`): Promise<SipResponse> {
  const number = ++sequence;
  const { port } = peer.address();
  const text = [
    `INVITE sip:1@${LOOPBACK} SIP/2.0`,
    `Via: SIP/2.0/UDP ${LOOPBACK}:${port};branch=z9hG4bK${number}`,
    `From: <sip:200@${LOOPBACK}>;tag=peer`,
    `To: ${to}`,
    `Call-ID: secured-${to.includes('tag=') ? sequence - 1 : sequence}`,
    `CSeq: ${number} INVITE`,
    `Contact: <sip:200@${LOOPBACK}:${port}>`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  peer.send(text, local.port, LOOPBACK);
  const mine = () => answers.find((one) => headerOf(one, 'cseq') === `${number} INVITE`);
  await expect.poll(mine).toBeDefined();
  return mine() as SipResponse;
}

const offer = (master: Uint8Array | null, tag = 4) =>
  writeSdp({
    ...{ address: LOOPBACK, port: 4_000, session: 1, formats, packetMs: 20 },
    crypto: master && { tag, master },
  });

test('an offer with a key is answered with the number of its line and a key of the own', async () => {
  const { status, body } = await invite(offer(keys[0]));
  expect(status).toBe(200);
  const crypto = acceptedSound(body, formats)?.crypto;
  expect(crypto).toEqual({ tag: 4, master: call?.master });
  expect(crypto?.master).toHaveLength(30);
  expect(call?.sound.crypto?.master).toEqual(keys[0]);
});

test('an offer without a key has an answer without one', async () => {
  const { body } = await invite(offer(null));
  expect(acceptedSound(body, formats)).toMatchObject({ crypto: null });
});

test('an encrypted call refuses to end its encryption', async () => {
  const first = await invite(offer(keys[0]));
  const plain = await invite(offer(null), headerOf(first, 'to'));
  expect(plain.status).toBe(488);
  expect(call?.sound.crypto?.master).toEqual(keys[0]);
});

test('a call takes a new key of the other side and keeps its own', async () => {
  const first = await invite(offer(keys[0]));
  const second = await invite(offer(keys[1], 5), headerOf(first, 'to'));
  expect(acceptedSound(second.body, formats)?.crypto).toEqual({ tag: 5, master: call?.master });
  expect(call?.sound.crypto?.master).toEqual(keys[1]);
});
