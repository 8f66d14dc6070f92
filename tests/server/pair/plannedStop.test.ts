import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPair } from '../../../server/edge/pair/link/pairRecord.ts';
import type { TestServer } from '../../support/server.ts';
import { following, loggedIn, serves, startAtPorts, startStandby } from './pairSite.ts';

const epochOf = ({ dataDir }: TestServer) =>
  (JSON.parse(readFileSync(join(dataDir, 'media-clock.json'), 'utf8')) as { epoch: string }).epoch;

test('a leader that is stopped gives the lead to its standby without a witness, and stands by at its next start', async () => {
  const first = await startAtPorts();
  onTestFinished(() => first.stop());
  const api = await loggedIn(first);
  const second = await startStandby(first, api);
  onTestFinished(() => second.stop());
  await following(api);
  const standby = await (await fetch(`${second.url}/metrics`)).text();
  expect(standby).toMatch(/^tocsin_standby_info\{stage="following"\} 1$/m);
  const epoch = epochOf(first);

  // Changes until the moment of the stop.
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/partition?limit=1');
  const acknowledged: string[] = [];
  const write = async () => {
    for (let n = 0; ; n++) {
      const name = `Z${n}`;
      await api.post('/v1/partition', { name, code: name, parent_id: rows[0]?.id });
      acknowledged.push(name);
    }
  };
  const writing = write().catch(() => {});
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(10);
  expect(await first.end()).toBe(0);
  await writing;
  expect(first.output()).toMatch(/"lacksBytes":0,"msg":"handed over to the standby server"/);
  await serves(second);
  expect([readPair(first.dataDir)?.role, readPair(second.dataDir)?.role]).toEqual(['standby', 'leader']);
  expect(epochOf(second)).toBe(epoch);
  const after = await loggedIn(second, first.adminPassword);
  const found = await after.get<{ rows: { name: string }[] }>('/v1/partition?limit=1000');
  const names = new Set(found.rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);

  await first.start();
  await following(after);
  // One whose partner is away stops as a leader, and leads again.
  await first.end();
  expect(await second.end()).toBe(0);
  expect(readPair(second.dataDir)?.role).toBe('leader');
}, 240_000);
