import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultSipTransport } from '../../../contract/entities/terminals/sipTransport.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { SipProbe } from '../../../server/site/foreign/sip/sipProbe.ts';
import { sipTimes } from '../../../server/site/foreign/sip/sipTimes.ts';
import { serverCertificate } from '../../../server/start/listen/tls.ts';
import { answerTo } from '../sip/sipPeer.ts';

/** docs/rules/foreign-loudspeakers.md#its-certificate-is-checked */

const LOOPBACK = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'sip-certificate-'));
let loudspeaker: Server;
let fingerprint: string;
const ends: (() => void)[] = [];
beforeAll(async () => {
  const pair = await serverCertificate({ DATA_DIR: folder });
  fingerprint = new X509Certificate(pair.cert).fingerprint256.replaceAll(':', '').toLowerCase();
  loudspeaker = createServer(pair, (socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => socket.write(answerTo(bytes.toString(), '200 OK').replaceAll('\n', '\r\n'))),
  );
  await new Promise<void>((done) => loudspeaker.listen(0, LOOPBACK, done));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(() => {
  loudspeaker.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks the loudspeaker with a certificate expected. Returns what is found again and again. */
function probed(certificate: string) {
  const found: string[] = [];
  const agent = new UserAgent({ port: 0, name: 'Test', log: { warn: () => undefined } });
  const uri = `hall@${LOOPBACK}:${(loudspeaker.address() as AddressInfo).port}`;
  const probe = new SipProbe(
    { ...defaultSipTransport, uri, protocol: 'tls', certificate },
    {
      agent,
      times: { ...sipTimes, probeMs: 100 },
      portTaken: () => undefined,
      certificateRefused: (isRefused) => found.push(isRefused ? 'refused' : 'accepted'),
    },
    (isThere) => found.push(isThere ? 'there' : 'away'),
  );
  ends.push(
    () => probe.end(),
    () => agent.close(),
  );
  return found;
}

test('a SIP loudspeaker with the certificate of its fingerprint is there', async () => {
  const found = probed(fingerprint);
  await expect.poll(() => found.length).toBeGreaterThan(3);
  expect(new Set(found)).toEqual(new Set(['accepted', 'there']));
});

test.each([
  ['another fingerprint', 'ab'.repeat(32)],
  ['no fingerprint and no known authority', ''],
])('one with %s is away, and the reason is told', async (_, certificate) => {
  const found = probed(certificate);
  await expect.poll(() => found).toContain('away');
  expect(new Set(found)).toEqual(new Set(['refused', 'away']));
});
