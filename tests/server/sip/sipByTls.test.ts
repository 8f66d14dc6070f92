import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type Server, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hop } from '../../../server/platform/sip/hop.types.ts';
import { askOptions } from '../../../server/platform/sip/options.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { type KeyPair, serverCertificate } from '../../../server/start/listen/tls.ts';
import { freePort } from '../../support/freePort.ts';
import { answerTo } from './sipPeer.ts';

/** docs/rules/telephone-system.md#certificates-are-checked */

const LOOPBACK = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'sip-tls-'));
let pair: KeyPair;
let fingerprint: string;
let peer: Server;
let received: string[];
let agent: UserAgent;
let calls: Hop[];
let refused: string[];
const ends: TLSSocket[] = [];

beforeAll(async () => {
  pair = await serverCertificate({ DATA_DIR: folder });
  fingerprint = new X509Certificate(pair.cert).fingerprint256.replaceAll(':', '').toLowerCase();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  received = [];
  calls = [];
  refused = [];
  peer = createServer(pair, (socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        received.push(bytes.toString());
        socket.write(answerTo(bytes.toString(), '200 OK').replaceAll('\n', '\r\n'));
      }),
  );
  await new Promise<void>((done) => peer.listen(0, LOOPBACK, done));
  agent = new UserAgent({
    ...{ port: 0, name: 'Test' },
    log: { warn: (details) => refused.push((details as { address: string }).address) },
    take: ({ from }) => {
      calls.push(from);
      return { reply: { status: 486, reason: 'Busy Here' } };
    },
  });
});
afterEach(() => {
  for (const one of ends.splice(0)) one.destroy();
  agent.close();
  peer.close();
});

async function ask(certificate: string) {
  const { port } = peer.address() as AddressInfo;
  const hop = await agent.service({ protocol: 'tls', host: LOOPBACK, port, certificate });
  const local = await agent.open(hop);
  return askOptions(agent, { uri: `sip:${LOOPBACK}`, from: 'sip:tocsin@127.0.0.1', hop, local }, 5_000);
}

test('a certificate with the expected fingerprint is accepted', async () => {
  expect((await ask(fingerprint)).status).toBe(200);
});

test.each([
  ['another fingerprint', 'ab'.repeat(32), 'ECERTIFICATE'],
  ['no known authority', '', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('with %s, nothing is sent', async (_, certificate, code) => {
  await expect(ask(certificate)).rejects.toMatchObject({ code });
  expect(received).toEqual([]);
});

test('a connection to the same place with another expectation is another connection', async () => {
  await ask(fingerprint);
  await expect(ask('ab'.repeat(32))).rejects.toMatchObject({ code: 'ECERTIFICATE' });
  expect(received).toHaveLength(1);
});

/** Connects to this side from an address of the loopback interface. */
function connected(port: number, localAddress: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const below = connectTcp({ host: LOOPBACK, port, localAddress }).once('error', reject);
    const socket = connect({ socket: below, rejectUnauthorized: false }, () => resolve(socket));
    ends.push(socket);
    socket.once('error', reject).once('close', () => reject(new Error('closed')));
  });
}

const invite = (transport: string) =>
  [
    'INVITE sip:1@127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/${transport} ${LOOPBACK}:9;branch=z9hG4bK1`,
    'From: <sip:200@h>;tag=1',
    'To: <sip:1@h>',
    'Call-ID: c',
    'CSeq: 1 INVITE',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');

test('calls by TLS are taken from allowed addresses, and answered by the same connection', async () => {
  const port = await freePort();
  await agent.listen(port, async () => pair);
  agent.allow(LOOPBACK);
  const socket = await connected(port, LOOPBACK);
  const answers: string[] = [];
  socket.on('data', (bytes) => answers.push(bytes.toString()));
  socket.write(invite('TLS'));
  await expect.poll(() => answers.join('')).toContain('SIP/2.0 486');
  expect(calls).toMatchObject([{ protocol: 'tls', address: LOOPBACK }]);
});

test('another address gets no connection, and one line in the log', async () => {
  const port = await freePort();
  await agent.listen(port, async () => pair);
  agent.allow(LOOPBACK);
  await expect(connected(port, '127.0.0.2')).rejects.toThrow();
  await expect(connected(port, '127.0.0.2')).rejects.toThrow();
  expect(refused).toEqual(['127.0.0.2']);
  expect(calls).toEqual([]);
});

test('what is no TLS is closed', async () => {
  const port = await freePort();
  await agent.listen(port, async () => pair);
  agent.allow(LOOPBACK);
  const hop = await agent.hop('tcp', LOOPBACK, port);
  const local = await agent.open(hop);
  agent.sendOnce({ method: 'ACK', uri: 'sip:a@h', headers: [] }, hop, local);
  expect((await connected(port, LOOPBACK)).encrypted).toBe(true);
  expect(calls).toEqual([]);
});

test('the port is closed when nothing needs it', async () => {
  const port = await freePort();
  await agent.listen(port, async () => pair);
  agent.stopListening();
  agent.allow(LOOPBACK);
  await expect(connected(port, LOOPBACK)).rejects.toThrow();
  await agent.listen(port, async () => pair);
  expect((await connected(port, LOOPBACK)).encrypted).toBe(true);
});
