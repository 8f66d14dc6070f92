import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PairOverview } from '../../../contract/entities/site/pair.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestServer } from '../../support/server.ts';
import {
  cutPower,
  following,
  loggedIn,
  serves,
  startAtPorts,
  startStandby,
  startWitness,
  takeOver,
} from './pairSite.ts';

const recorded = ({ dataDir }: TestServer) =>
  JSON.parse(readFileSync(join(dataDir, 'pair', 'verdict.json'), 'utf8')) as {
    term: number;
    in_sync: boolean;
  };

test('with a witness the standby takes over by itself, and only while it has every confirmed change', async () => {
  const first = await startAtPorts();
  onTestFinished(() => first.stop());
  const api = await loggedIn(first);
  const second = await startStandby(first, api);
  onTestFinished(() => second.stop());
  const third = await startWitness(first, api);
  onTestFinished(() => third.stop());
  await following(api);
  await eventually(() => expect(recorded(third)).toMatchObject({ term: 0, in_sync: true }), {
    interval: 200,
  });
  expect((await api.get<PairOverview>('/v1/pair')).witness).toMatchObject({ is_connected: true });

  // While the standby is away the leader goes on alone, after the witness has recorded it.
  await second.end();
  await eventually(
    async () => {
      const { is_synchronous } = await api.get<PairOverview>('/v1/pair');
      expect(is_synchronous).toBe(false);
      expect(recorded(third).in_sync).toBe(false);
    },
    { interval: 200 },
  );
  await second.start();
  await following(api);
  await eventually(() => expect(recorded(third).in_sync).toBe(true), { interval: 200 });

  await cutPower(first);
  await serves(second);
  expect(recorded(third).term).toBe(1);
  const after = await loggedIn(second, first.adminPassword);
  const { rows } = await after.get<{ rows: { action: string; entity: string }[] }>('/v1/audit?limit=50');
  expect(rows.map(({ action, entity }) => `${action} ${entity}`)).toContain('take_over pair');
  // The first learns it from whichever of the two answers, and stands by.
  await first.start();
  await following(after);
}, 240_000);

test('a leader that still runs is stopped before its standby takes over', async () => {
  const first = await startAtPorts();
  onTestFinished(() => first.stop());
  const api = await loggedIn(first);
  const second = await startStandby(first, api);
  onTestFinished(() => second.stop());
  await following(api);
  expect(await takeOver(second)).toMatchObject({ code: 0 });
  await serves(second);
  const after = await loggedIn(second, first.adminPassword);
  expect(await following(after)).toMatchObject({ role: 'standby' });
  expect((await fetch(`${first.url}/readyz`)).status).toBe(503);
  // Also what the first has stored last, while it stopped.
  expect(first.output()).toMatch(/"lacksBytes":0,"msg":"handed over to the standby server"/);
}, 240_000);

test('what a leader has stored alone is shown when the other machine has taken over', async () => {
  const first = await startAtPorts();
  onTestFinished(() => first.stop());
  const api = await loggedIn(first);
  const second = await startStandby(first, api);
  onTestFinished(() => second.stop());
  await following(api);
  await second.end();
  await eventually(
    async () => {
      const { is_synchronous, machines } = await api.get<PairOverview>('/v1/pair');
      expect([is_synchronous, machines[1]?.stage]).toEqual([false, 'lost']);
    },
    { interval: 200 },
  );
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/partition?limit=1');
  await api.post('/v1/partition', { name: 'North', code: 'north', parent_id: rows[0]?.id });
  await cutPower(first);
  expect(await takeOver(second)).toMatchObject({ code: 0 });
  await second.start();
  const after = await loggedIn(second, first.adminPassword);
  await first.start();
  await following(after);
  const { split } = await after.get<PairOverview>('/v1/pair');
  expect(split?.changes).toEqual([
    expect.objectContaining({ account: 'admin', action: 'create', entity: 'partition', name: 'North' }),
  ]);
  await after.delete('/v1/pair/split');
  await eventually(() => expect(existsSync(join(first.dataDir, 'pair', 'split.json'))).toBe(false));
}, 240_000);
