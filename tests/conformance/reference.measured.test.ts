import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../conformance/run.ts';
import { TestServer } from '../../conformance/testServer.ts';
import { isLong } from '../support/random.ts';
import { Reference } from './reference.ts';
import { idsOf, patient } from './runTerminal.ts';

const sources = join(import.meta.dirname, '../../reference');
/** Cases that `npm test` runs; `npm run long` runs all. */
const short = [
  ...['pings', 'unknown-messages', 'idle-report', 'unknown-command', 'identify', 'drill', 'first-sound'],
  ...['volume-setting', 'flush', 'close', 'lost-packets', 'late-packets', 'mix', 'renew', 'previous-secret'],
  ...['restart', 'reconnect', 'sound-over-reconnect', 'epoch', 'removed', 'schemas', 'second-hello'],
  ...['message-rate', 'confirmations'],
];

const reference = new Reference();
const missing = await reference.build();
afterAll(() => reference.remove());

test('the reference terminal has at most 1,500 lines of code', () => {
  const lines = readdirSync(sources)
    .filter((name) => /\.[ch]$/.test(name))
    .flatMap((name) => readFileSync(join(sources, name), 'utf8').split('\n'))
    .filter((line) => !/^\s*($|\/\*|\*)/.test(line));
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.length).toBeLessThanOrEqual(1_500);
});

test.skipIf(missing !== null)(
  `the reference terminal passes every case that it declares${missing === null ? '' : ` (not run: ${missing})`}`,
  async () => {
    const server = await TestServer.start(0, '127.0.0.1');
    const terminal = reference.start(`ws://127.0.0.1:${server.port}`, 'REFERENCE');
    try {
      const results = await run(server, { tolerances: patient, ...(isLong ? {} : { only: short }) });
      expect(results.filter(({ result }) => result === 'fail')).toEqual([]);
      expect(idsOf(results, 'skipped')).toEqual(isLong ? ['power', 'outputs'] : []);
    } finally {
      await reference.end(terminal);
      await server.stop();
    }
  },
);
