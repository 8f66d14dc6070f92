import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { sine, wav } from '../media/sounds.ts';
import { cutPower, following, loggedIn, serves, startAtPorts, startStandby, takeOver } from './pairSite.ts';

interface Zone {
  id: number;
  name: string;
}
const zonesOf = async (api: { get<T>(path: string): Promise<T> }) =>
  new Set((await api.get<{ rows: Zone[] }>('/v1/partition?limit=1000')).rows.map(({ name }) => name));

test('a standby server follows, takes over without losing what was acknowledged, and the first comes back', async () => {
  const first = await startAtPorts();
  onTestFinished(() => first.stop());
  const api = await loggedIn(first);
  const file = await api.upload('gong.wav', wav({ rate: 48_000, channels: 1, seconds: 1 }, sine(440, 0.5)));
  const second = await startStandby(first, api);
  onTestFinished(() => second.stop());
  const standby = await following(api);
  expect(standby).toMatchObject({ role: 'standby', lag_ms: 0 });
  expect(Math.abs(standby.clock_ms ?? 1e9)).toBeLessThan(1_000);

  // It serves nothing but its state.
  expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${second.url}/v1/login`, { method: 'POST' })).status).toBe(503);
  expect(await (await fetch(second.url, { headers: { 'accept-language': 'en' } })).text()).toContain(
    'Following',
  );
  const original = join('media', 'file', String(file), 'original');
  expect(readFileSync(join(second.dataDir, original))).toEqual(readFileSync(join(first.dataDir, original)));
  expect(existsSync(join(second.dataDir, 'keys', 'secrets.key'))).toBe(
    existsSync(join(first.dataDir, 'keys', 'secrets.key')),
  );

  // The power of the first fails in the middle of writes.
  const acknowledged: string[] = [];
  const { rows } = await api.get<{ rows: Zone[] }>('/v1/partition?limit=1');
  const write = async () => {
    for (let n = 0; ; n++) {
      const name = `Z${n}`;
      await api.post('/v1/partition', { name, code: name, parent_id: rows[0]?.id });
      acknowledged.push(name);
    }
  };
  const writing = write().catch(() => {});
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(30));
  await cutPower(first);
  await writing;
  expect(await takeOver(second)).toMatchObject({ code: 0 });
  await serves(second);
  const after = await loggedIn(second, first.adminPassword);
  const found = await zonesOf(after);
  expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
  expect((await after.get<{ id: number }>(`/v1/file/${file}`)).id).toBe(file);

  // The first finds that it was replaced, and stands by. What it had is kept.
  await first.start();
  expect(await following(after)).toMatchObject({ role: 'standby' });
  expect(readdirSync(first.dataDir).filter((name) => name.startsWith('postgres.former-'))).toHaveLength(1);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(503);
}, 240_000);
