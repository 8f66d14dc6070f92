import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallState } from '../../../server/platform/sip/call.types.ts';
import { OutgoingCall } from '../../../server/platform/sip/outgoingCall.ts';
import { headerOf, parseMessage, type SipRequest } from '../../../server/platform/sip/sipMessage.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { answerTo, SDP } from './sipPeer.ts';

const LOOPBACK = '127.0.0.1';
const FORMAT = { payloadType: 8, rtpmap: 'PCMA/8000' };

let agent: UserAgent;
let peer: Socket;
let warnings: { reason: string }[];
/** Datagrams that the peer has received, as text. */
let received: string[];

beforeEach(async () => {
  warnings = [];
  received = [];
  agent = new UserAgent({
    ...{ port: 0, name: 'Test' },
    log: { warn: (details) => warnings.push(details as { reason: string }) },
  });
  peer = createSocket('udp4');
  peer.on('message', (bytes) => received.push(bytes.toString()));
  await new Promise<void>((done) => peer.bind(0, LOOPBACK, () => done()));
});
afterEach(() => {
  agent.close();
  peer.close();
});

const requests = (method: string) => received.filter((one) => one.startsWith(`${method} `));

async function place() {
  const hop = await agent.hop('udp', LOOPBACK, (peer.address() as AddressInfo).port);
  return { hop, local: await agent.open(hop) };
}

const sendText = (port: number, text: string) => peer.send(text.replaceAll('\n', '\r\n'), port, LOOPBACK);

async function call(password: string | null = null) {
  const { hop, local } = await place();
  const states: CallState[] = [];
  const made = new OutgoingCall(
    agent,
    {
      ...{ uri: `sip:hall@${LOOPBACK}:${hop.port}`, from: 'sip:tocsin@127.0.0.1', hop, local },
      ...{ headers: [], formats: [FORMAT], offer: SDP, ringMs: 20_000, refreshMs: 20_000 },
      secure: null,
      credentials: password === null ? null : { user: 'tocsin', password },
    },
    (state) => states.push(state),
  );
  await expect.poll(() => requests('INVITE').length).toBeGreaterThan(0);
  return { made, states, port: local.port, hop };
}

async function answered() {
  const one = await call();
  const contact = `Contact: <sip:hall@${LOOPBACK}:${one.hop.port}>\nContent-Type: application/sdp\n`;
  sendText(one.port, answerTo(requests('INVITE')[0] ?? '', '200 OK', contact, SDP));
  await expect.poll(() => one.made.state.kind).toBe('answered');
  await expect.poll(() => requests('ACK').length).toBeGreaterThan(0);
  return one;
}

const bye = (invite: string, fromTag: string, number = 5) => {
  const parsed = parseMessage(Buffer.from(invite)) as SipRequest;
  return `BYE sip:tocsin@127.0.0.1 SIP/2.0\nVia: SIP/2.0/UDP ${LOOPBACK}:9;branch=z9hG4bK${fromTag}${number};rport\nFrom: <sip:hall@h>;tag=${fromTag}\nTo: ${headerOf(parsed, 'from')}\nCall-ID: ${headerOf(parsed, 'call-id')}\nCSeq: ${number} BYE\nContent-Length: 0\n\n`;
};

test('a request without an answer is sent again, and then given up', async () => {
  const { hop, local } = await place();
  const headers = [
    ['From', '<sip:a@h>;tag=1'],
    ['To', '<sip:b@h>'],
    ['Call-ID', 'c'],
    ['CSeq', '1 OPTIONS'],
  ] as const;
  const sent = agent.send({ method: 'OPTIONS', uri: 'sip:b@h', headers }, hop, local, { timeoutMs: 1_200 });
  expect(await sent.response).toMatchObject({ status: 408 });
  expect(requests('OPTIONS').length).toBeGreaterThan(1);
});

test('a call is authorised by a digest; its password is never sent', async () => {
  const { port, made } = await call('secret phrase');
  sendText(
    port,
    answerTo(
      requests('INVITE')[0] ?? '',
      '407 Proxy',
      'Proxy-Authenticate: Digest realm="r", nonce="n", qop="auth"\n',
    ),
  );
  await expect
    .poll(() => requests('INVITE').filter((one) => one.includes('Proxy-Authorization')).length)
    .toBeGreaterThan(0);
  expect(received.join('')).not.toContain('secret phrase');
  const second = requests('INVITE').find((one) => one.includes('Proxy-Authorization')) ?? '';
  expect(second).toMatch(/CSeq: 2 INVITE/);
  // A server that does not accept it is not tried for ever.
  sendText(
    port,
    answerTo(second, '407 Proxy', 'Proxy-Authenticate: Digest realm="r", nonce="m", qop="auth"\n'),
  );
  await expect.poll(() => made.state).toMatchObject({ kind: 'refused', status: 407 });
});

test('a forged BYE does not end a call; that of the other side does, once', async () => {
  const { made, port } = await answered();
  const invite = requests('INVITE')[0] ?? '';
  sendText(port, bye(invite, 'forged'));
  await expect.poll(() => received.some((one) => one.startsWith('SIP/2.0 481'))).toBe(true);
  expect(made.state.kind).toBe('answered');
  sendText(port, bye(invite, 'peer'));
  await expect.poll(() => made.state.kind).toBe('lost');
  await expect.poll(() => received.some((one) => one.startsWith('SIP/2.0 200'))).toBe(true);
});

test('a call that the other side ends with no sound in common is refused', async () => {
  const { made, port } = await call();
  sendText(port, answerTo(requests('INVITE')[0] ?? '', '200 OK', '', SDP.replace('RTP/AVP 8', 'RTP/AVP 18')));
  await expect.poll(() => made.state).toMatchObject({ kind: 'refused', status: 488 });
  await expect.poll(() => requests('BYE').length).toBeGreaterThan(0);
});

test('a call that is given up while it rings is cancelled, and its refusal acknowledged', async () => {
  const { made, port } = await call();
  const invite = requests('INVITE')[0] ?? '';
  sendText(port, answerTo(invite, '180 Ringing'));
  await expect.poll(() => made.state.kind).toBe('ringing');
  made.hangUp();
  await expect.poll(() => requests('CANCEL').length).toBeGreaterThan(0);
  sendText(port, answerTo(invite, '487 Request Terminated'));
  await expect.poll(() => requests('ACK').length).toBeGreaterThan(0);
});

test('a flood, calls from outside and malformed messages cost one line of the log, and calls go on', async () => {
  const { made, port } = await answered();
  const stranger = createSocket('udp4');
  const other = '127.0.0.9';
  await new Promise<void>((done) => stranger.bind(0, other, () => done()));
  const heard: string[] = [];
  stranger.on('message', (bytes) => heard.push(bytes.toString()));
  const invite = `INVITE sip:x@h SIP/2.0\r\nVia: SIP/2.0/UDP h;branch=z9hG4bK1\r\nFrom: <sip:a@h>;tag=1\r\nTo: <sip:b@h>\r\nCall-ID: f\r\nCSeq: 1 INVITE\r\n\r\n`;
  for (let i = 0; i < 2_000; i++) stranger.send(invite, port, LOOPBACK);
  // The system drops what comes while the flood fills its buffer.
  const garbage = setInterval(() => peer.send('garbage', port, LOOPBACK), 50);
  await expect.poll(() => warnings.length).toBe(2);
  clearInterval(garbage);
  sendText(port, bye(requests('INVITE')[0] ?? '', 'peer'));
  await expect.poll(() => made.state.kind).toBe('lost');
  expect(heard).toEqual([]);
  expect(warnings.map(({ reason }) => reason).sort()).toEqual([
    'headers without an end',
    'not an address of a known device',
  ]);
  stranger.close();
});
