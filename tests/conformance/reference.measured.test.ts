import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../conformance/run.ts';
import { TestServer } from '../../conformance/testServer.ts';
import { keyDigest, serverCertificate } from '../../server/start/listen/tls.ts';
import { isLong } from '../support/random.ts';
import { Reference } from './reference.ts';
import { idsOf, idsThatRequire, patient } from './runTerminal.ts';

const sources = join(import.meta.dirname, '../../reference');
/** Cases that `npm test` runs; `npm run long` runs all. */
const short = [
  ...['pings', 'unknown-messages', 'idle-report', 'unknown-command', 'identify', 'drill', 'first-sound'],
  ...['volume-setting', 'live-speech', 'flush', 'close', 'mix', 'renew'],
  ...['restart', 'reconnect', 'sound-over-reconnect', 'epoch', 'removed', 'schemas', 'second-hello'],
  ...['message-rate', 'confirmations'],
];

/** What a loudspeaker without these functions does not declare. */
const undeclared = [
  ...['role 1', 'role 2', 'role 4', 'role 1 to 4'],
  ...['feature power', 'feature speak', 'feature offline', 'feature upgrade'],
];

const reference = new Reference();
const missing = await reference.build();
afterAll(() => reference.remove());

test('the reference terminal has at most 1,500 lines, blank lines and comments included', () => {
  const lines = readdirSync(sources)
    .filter((name) => /\.[ch]$/.test(name))
    .reduce((sum, name) => sum + readFileSync(join(sources, name), 'utf8').split('\n').length - 1, 0);
  expect(lines).toBeGreaterThan(1_000);
  expect(lines).toBeLessThanOrEqual(1_500);
});

test.skipIf(missing !== null)(
  `the reference terminal passes every case that it declares${missing === null ? '' : ` (not run: ${missing})`}`,
  async () => {
    const server = await TestServer.start(0, '127.0.0.1');
    const terminal = reference.start(`ws://127.0.0.1:${server.port}`, 'REFERENCE');
    try {
      const results = await run(server, { tolerances: patient, ...(isLong ? {} : { only: short }) });
      expect(results.filter(({ result }) => result === 'fail')).toEqual([]);
      expect(idsOf(results, 'skipped')).toEqual(isLong ? idsThatRequire(...undeclared) : []);
    } finally {
      await reference.end(terminal);
      await server.stop();
    }
  },
);

test.skipIf(missing !== null)('the reference terminal asks only the server whose key is pinned', async () => {
  const names = { dns: ['elsewhere'], ip: [] };
  const pair = await serverCertificate({ DATA_DIR: reference.folder }, names);
  const requests: string[] = [];
  const server = createServer(pair).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `wss://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('upgrade', (request, socket) => {
    requests.push(request.url ?? '');
    socket.end('HTTP/1.1 503 Busy\r\n\r\n');
  });
  const other = reference.start(url, 'OTHER', ['--pin', 'ab'.repeat(32)]);
  const printed = other.stderr === null ? '' : text(other.stderr);
  await once(server, 'secureConnection');
  const pinned = reference.start(url, 'PINNED', ['--pin', keyDigest(pair.cert)]);
  await expect.poll(() => requests.length).toBeGreaterThan(1);
  await reference.end(pinned);
  await reference.end(other);
  server.close();
  expect(requests.filter((path) => !path.includes('code=PINNED'))).toEqual([]);
  expect(await printed).toContain('the server does not have the pinned key');
});
