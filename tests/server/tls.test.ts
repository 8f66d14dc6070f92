import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openUrl, readAll } from '../../server/sound/radio/http.ts';
import { keyDigest, serverCertificate } from '../../server/start/listen/tls.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-tls-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const names = { dns: ['localhost', 'hall'], ip: ['127.0.0.1', '::1', '192.0.2.7'] };

test('a client that trusts the self-signed certificate accepts it for localhost', async () => {
  const pair = await serverCertificate({ DATA_DIR: dataDir }, names);
  const server = createServer(pair).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: pair.cert });
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  expect(socket.authorized).toBe(true);
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test('the certificate contains every name and address of the machine', async () => {
  const { cert } = await serverCertificate({ DATA_DIR: dataDir }, names);
  const certificate = new X509Certificate(cert);
  for (const name of names.dns) expect(certificate.checkHost(name), name).toBe(name);
  for (const ip of names.ip) expect(certificate.checkIP(ip), ip).toBe(ip);
});

test('a certificate that replaces another one has its key, which terminals have pinned', async () => {
  const first = await serverCertificate({ DATA_DIR: dataDir }, names);
  const next = await serverCertificate({ DATA_DIR: dataDir }, { ...names, dns: ['localhost', 'theatre'] });
  expect(next.cert).not.toBe(first.cert);
  expect(new X509Certificate(next.cert).checkHost('theatre')).toBe('theatre');
  expect(keyDigest(next.cert)).toBe(keyDigest(first.cert));
  expect(keyDigest(next.cert)).toMatch(/^[0-9a-f]{64}$/);
});

test('the certificate persists, with its key readable by its owner only', async () => {
  const first = await serverCertificate({ DATA_DIR: dataDir }, names);
  expect((await serverCertificate({ DATA_DIR: dataDir }, names)).cert).toBe(first.cert);
  expect(statSync(join(dataDir, 'tls', 'self-made.pem')).mode & 0o777).toBe(0o600);
});

test('a new address creates a new certificate, which keeps the earlier addresses', async () => {
  await serverCertificate({ DATA_DIR: dataDir }, names);
  const moved = { dns: ['localhost'], ip: ['127.0.0.1', '::1', '198.51.100.3'] };
  const second = await serverCertificate({ DATA_DIR: dataDir }, moved);
  expect(new X509Certificate(second.cert).checkIP('198.51.100.3')).toBe('198.51.100.3');
  expect((await serverCertificate({ DATA_DIR: dataDir }, names)).cert).toBe(second.cert);
});

test.each([
  ['half a line', () => 'half a fi'],
  ['nothing, as after a power cut', () => ''],
  ['the key alone', (text: string) => text.slice(0, text.indexOf('-----BEGIN CERTIFICATE'))],
  ['the certificate alone', (text: string) => text.slice(text.indexOf('-----BEGIN CERTIFICATE'))],
  ['half the certificate', (text: string) => text.slice(0, -200)],
])('a damaged file is replaced: %s', async (_title, damaged) => {
  await serverCertificate({ DATA_DIR: dataDir }, names);
  const file = join(dataDir, 'tls', 'self-made.pem');
  writeFileSync(file, damaged(readFileSync(file, 'utf8')));
  const { cert } = await serverCertificate({ DATA_DIR: dataDir }, names);
  expect(new X509Certificate(cert).checkHost('hall')).toBe('hall');
});

test('where it cannot be stored, it is made for this run; a renewal fails', async () => {
  writeFileSync(join(dataDir, 'tls'), 'in the way');
  const errors: unknown[] = [];
  const { cert } = await serverCertificate({ DATA_DIR: dataDir }, names, (error) => errors.push(error));
  expect(new X509Certificate(cert).checkHost('hall')).toBe('hall');
  expect(errors).toHaveLength(1);
  await expect(serverCertificate({ DATA_DIR: dataDir }, names)).rejects.toThrow();
});

test('a configured certificate is used; missing or mismatched files are reported by name', async () => {
  const { cert, key } = await serverCertificate({ DATA_DIR: dataDir }, names);
  const files = { TLS_CERT: join(dataDir, 'own.crt'), TLS_KEY: join(dataDir, 'own.key') };
  await expect(serverCertificate({ DATA_DIR: dataDir, ...files })).rejects.toThrow(files.TLS_CERT);
  writeFileSync(files.TLS_CERT, cert);
  writeFileSync(files.TLS_KEY, 'no key');
  await expect(serverCertificate({ DATA_DIR: dataDir, ...files })).rejects.toThrow(files.TLS_KEY);
  writeFileSync(files.TLS_KEY, key);
  expect((await serverCertificate({ DATA_DIR: dataDir, ...files })).cert).toBe(cert);
});

test('a request with a fingerprint is sent only to the machine that has this certificate', async () => {
  const pair = await serverCertificate({ DATA_DIR: dataDir }, names);
  const paths: (string | undefined)[] = [];
  const server = createServer(pair, (request, response) => {
    paths.push(request.url);
    response.end('alert');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/feed?key=1`;
  const own = new X509Certificate(pair.cert).fingerprint256.replaceAll(':', '').toLowerCase();
  const fetcher = { policy: { allows: () => true } as never, signal: AbortSignal.timeout(20_000) };
  for (const certificate of ['', 'ab'.repeat(32)])
    await expect(openUrl(url, { ...fetcher, certificate })).rejects.toMatchObject({
      key: 'radio.certificate',
    });
  expect(paths).toEqual([]);
  const { response } = await openUrl(url, { ...fetcher, certificate: own });
  expect((await readAll(response)).toString()).toBe('alert');
  expect(paths).toEqual(['/feed?key=1']);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
