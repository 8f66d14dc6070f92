import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { errorCode } from '../../../contract/api/errors.ts';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { readPidFile } from '../../../server/platform/db/embedded/postmaster.ts';
import { until } from '../emergency/emergencySite.ts';
import { records } from './outageActions.ts';
import type { OutageSite } from './outageSite.ts';

/** A request that stores or removes one row with a name of its own. */
interface Write {
  name: string;
  method: string;
  path: string;
  body?: object;
  /** Number of rows with its name: when it is stored, and when it is not. */
  stored: number;
  unstored: number;
}
/** Outcome that the client received; null: none. */
type Outcome = 'done' | 'refused' | null;

/** Codes of answers that leave the outcome open. */
const open: number[] = [errorCode.underWay, errorCode.outcomeUnknown];
/** Codes of answers after which nothing is stored. */
const refusals: number[] = [errorCode.unavailable, errorCode.refused];

/** Kinds of rows that are created, by table and path, with the body. Rows of the first two may have the same name. */
const creations: [path: string, body: (name: string) => object][] = [
  ['file_group', (name) => ({ name })],
  ['plan', (name) => ({ name, start_date: '2026-01-01' })],
  ['role', (name) => ({ name, code: name, permissions: ['list_device'] })],
  ['partition', (name) => ({ name, code: name, parent_id: 1 })],
];

/** Requests of a round; rows that are changed or removed in it exist already. */
async function requestsOf(site: OutageSite, round: number): Promise<Write[]> {
  const named = (kind: string) => `KILL${round}${kind.toUpperCase().replace('_', '')}`;
  const group = async (name: string) => {
    const { id } = await site.call<{ id: number }>('POST', '/v1/file_group', { name });
    return `/v1/file_group/${id}`;
  };
  const once = { stored: 1, unstored: 0 };
  const changed = await group(named('before'));
  const removed = await group(named('removed'));
  return [
    ...creations.map(([path, body]) => {
      const name = named(path);
      return { name, method: 'POST', path: `/v1/${path}`, body: body(name), ...once };
    }),
    { name: named('changed'), method: 'PATCH', path: changed, body: { name: named('changed') }, ...once },
    { name: named('removed'), method: 'DELETE', path: removed, stored: 0, unstored: 1 },
  ];
}

/** Sends a request once. @returns the outcome, with the value of the response */
async function send(site: OutageSite, write: Pick<Write, 'method' | 'path' | 'body'>, key: string) {
  const { method, path, body } = write;
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let answer: { code: number; message: string; value: { id?: number; alarm_id?: number } | null };
  try {
    const response = await fetch(`${site.server.url}${path}`, {
      method,
      ...json,
      headers: { lang: 'en', access_token: site.token(), 'idempotency-key': key, ...json?.headers },
    });
    answer = (await response.json()) as typeof answer;
  } catch {
    return { outcome: null };
  }
  const { code, message, value } = answer;
  // With 997 it was carried out before the kill, and its answer is lost.
  if (code === 200 || code === errorCode.answerLost) return { outcome: 'done' as const, value };
  if (open.includes(code)) return { outcome: null };
  if (refusals.includes(code)) return { outcome: 'refused' as const };
  throw new Error(`${method} ${path}: ${code} ${message}`);
}

/** Repeats a request with its key until it is carried out. */
function repeated(site: OutageSite, write: Pick<Write, 'method' | 'path' | 'body'>, key: string) {
  return until(`${write.method} ${write.path} is carried out`, async () => {
    const answer = await send(site, write, key);
    return answer.outcome === 'done' ? answer : undefined;
  });
}

/** Number of rows by their names. */
async function storedNames(site: OutageSite): Promise<Map<string, number>> {
  const client = new pg.Client({
    connectionString: (await startEmbedded({ dataDir: site.server.dataDir })).adminUrl,
  });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    creations.map(([table]) => `select name from ${table} where name like 'KILL%'`).join(' union all '),
  );
  await client.end();
  const count = new Map<string, number>();
  for (const { name } of rows) count.set(name, (count.get(name) ?? 0) + 1);
  return count;
}

/**
 * Kills server, database or both at a random moment of each round, in which every kind of write is under way: half of
 * them are repeated until they are carried out, the others are sent once. Expects afterwards that everything
 * acknowledged is stored, nothing that was refused is, and nothing is doubled.
 *
 * @param random pseudo-random numbers from 0 to 1
 */
export async function killDuringWrites(site: OutageSite, kills: number, random: () => number): Promise<void> {
  const outcomes: { write: Write; outcome: Outcome }[] = [];
  const alarms: number[] = [];
  const before = (await records(site)).length;
  const plan = `/v1/alarm_plan/${site.plans.byHand}`;

  async function alarm(round: number): Promise<void> {
    const { value } = await repeated(
      site,
      { method: 'POST', path: `${plan}/start`, body: {} },
      `start_${round}`,
    );
    if (value?.alarm_id !== undefined) alarms.push(value.alarm_id);
    await repeated(site, { method: 'POST', path: `${plan}/stop`, body: {} }, `stop_${round}`);
  }
  async function kill(): Promise<void> {
    await wait(random() * 60);
    const which = random();
    const postmaster = readPidFile(join(site.server.dataDir, 'postgres'))?.pid;
    if (which < 0.6 && postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    if (which < 0.4) return;
    await site.server.kill9();
    await site.server.start();
  }
  for (let round = 0; round < kills; round++) {
    const writes = await until('the database is there', () => requestsOf(site, round).catch(() => undefined));
    const sent = writes.map(async (write) => {
      const isRepeated = random() < 0.5;
      await wait(random() * 60);
      const { outcome } = await (isRepeated ? repeated : send)(site, write, write.name);
      outcomes.push({ write, outcome });
    });
    await Promise.all([...sent, alarm(round), kill()]);
  }
  const stored = await until('the database is there', () => storedNames(site).catch(() => undefined));
  const wrong = outcomes.filter(({ write, outcome }) => {
    const { stored: after, unstored: before } = write;
    const expected = outcome === null ? [after, before] : [outcome === 'done' ? after : before];
    return !expected.includes(stored.get(write.name) ?? 0);
  });
  expect(wrong).toEqual([]);
  await until('the alarms are in the records', async () => (await records(site)).length >= before + kills);
  const ids = (await records(site)).map(({ id }) => id);
  expect(ids).toHaveLength(before + kills);
  expect(ids).toEqual(expect.arrayContaining(alarms));
  expect(new Set(alarms).size).toBe(alarms.length);
}
