import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Reference } from '../../conformance/reference.ts';
import { Loudspeaker } from '../../e2e/support/loudspeaker.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { frequency, rmsDb } from '../../support/recording.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { sine, wav } from '../media/sounds.ts';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const client = join(root, 'tests/apiClient');
const CODE = 'EXAMPLE-1';
/** Samples of which pitch and level are measured. */
const PART = 3_000;

const reference = new Reference();
const missing = await reference.build();
const python = await exec('python3', ['--version']).then(
  () => true,
  () => false,
);
let server: TestServer;
let folder: string;
let volume: number;
let end: () => Promise<void>;

beforeAll(async () => {
  server = await startServer();
  // In the folder of the client, so that its packages are found.
  folder = mkdtempSync(join(client, 'made-'));
  if (missing === null) {
    const terminal = reference.start(server.url.replace('http', 'ws'), CODE);
    end = () => reference.end(terminal);
  } else {
    const terminal = new Loudspeaker(server.url, CODE, folder);
    end = () => terminal.kill();
  }
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const [id] = await api.adopt([CODE]);
  await api.upload('bell.wav', wav({ rate: 48_000, channels: 1, seconds: 30 }, sine(440, 0.1)));
  volume = (await api.get<{ ao_volume: number }>(`/v1/device/${id}`)).ao_volume;
});
afterAll(async () => {
  await end();
  await reference.remove();
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

const args = () => [server.url, 'admin', server.adminPassword, CODE, 'bell'];

test.skipIf(!python)('the example in Python is heard at the terminal', async () => {
  const { stdout } = await exec('python3', [join(root, 'examples/python/broadcast.py'), ...args()]);
  expect(stdout).toContain(`${CODE}  ${CODE}  online`);
  expect(stdout).toContain(`heard at ${CODE}`);
});

test('the example in TypeScript is heard at the terminal', async () => {
  copyFileSync(join(root, 'examples/typescript/broadcast.ts'), join(folder, 'broadcast.ts'));
  const { stdout } = await exec(process.execPath, [join(folder, 'broadcast.ts'), ...args()]);
  expect(stdout).toContain(`heard at ${CODE}`);
});

test.skipIf(missing !== null)(
  'the reference terminal in C has played it at its pitch and level',
  async () => {
    await end();
    const samples = reference.recorded(CODE);
    // The loudest part has neither a ramp nor a gap.
    const parts = Array.from({ length: Math.floor(samples.length / PART) }, (_, n) =>
      samples.subarray(n * PART, (n + 1) * PART),
    );
    const heard = parts.reduce((best, part) => (rmsDb(part) > rmsDb(best) ? part : best));
    expect(frequency(heard)).toBeCloseTo(440, 0);
    // Programme has −16 LUFS, which for a sine of 440 Hz is −16 dB and less than one.
    expect(Math.abs(rmsDb(heard) - (-16 + 40 * Math.log10(volume / 100)))).toBeLessThan(2);
  },
);
