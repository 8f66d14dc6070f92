import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ID_FILE, type IdFile, openIdFile } from '../../../server/air/journal/idFile.ts';
import { createIds, type Ids } from '../../../server/air/journal/ids.ts';
import { IdRange } from '../../../server/air/journal/range.ts';
import type { Db } from '../../../server/platform/db/client.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

const log = { warn: () => {} };
let database: TestDb;
let folder: string;
const files: IdFile[] = [];
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-ids-'));
  return async () => {
    for (const file of files.splice(0)) await file.close();
    rmSync(folder, { recursive: true });
  };
});

/** Ids of a server; `away`: its database does not answer any more. */
async function server(dataDir = folder, other?: IdFile) {
  const file = other ?? (await openIdFile(dataDir));
  files.push(file);
  const state = { away: false };
  const db = new Proxy(database.db, {
    get(real, key) {
      if (state.away) throw new Error('the database is away');
      return Reflect.get(real, key);
    },
  }) as Db;
  const ids = await createIds({ db, file, known: {}, isAway: false, log });
  return { ids, state };
}
const draw = (ids: Ids, count: number) => Array.from({ length: count }, () => ids.next('alarm'));
const insert = (id?: number) =>
  database.pool.query<{ id: number }>(
    `insert into alarm (${id === undefined ? '' : 'id, '}plan_name, priority, origin, state, began_at, ended_at)
     overriding system value values (${id === undefined ? '' : `${id}, `}'x', 1, '{}', 'reset', 0, 0) returning id`,
  );
/** Lower bound of used ids in the file. */
const marked = () => JSON.parse(readFileSync(join(folder, ID_FILE), 'utf8').slice(9)).alarm.mark as number;

test('more than 2,000 alarms begin while the database is away, each with its own id', async () => {
  const { ids, state } = await server();
  state.away = true;
  const drawn = draw(ids, 60_000);
  expect(new Set(drawn).size).toBe(60_000);
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
  // Rows that use the sequence directly get other ids.
  const { rows } = await insert();
  expect(rows[0]?.id).toBeGreaterThan(drawn.at(-1) ?? 0);
  await ids.close();
});

test('ids continue from the last value; after a kill from the mark, which is ahead of the used ids', async () => {
  const first = await server();
  const drawn = draw(first.ids, 10);
  await first.ids.close();
  const second = await server();
  drawn.push(...draw(second.ids, 1_500));
  expect(drawn.at(-1)).toBe((drawn[0] ?? 0) + 1_509);
  await expect.poll(marked).toBeGreaterThan(drawn.at(-1) ?? 0);
  // Not closed: same as a kill.
  const third = await server();
  drawn.push(...draw(third.ids, 1_500));
  expect(new Set(drawn).size).toBe(drawn.length);
  await third.ids.close();
});

test('two servers on one database, and one that lost its file, never use the same id', async () => {
  const other = mkdtempSync(join(tmpdir(), 'tocsin-ids-'));
  const [a, b] = [await server(), await server(other)];
  const drawn = [...draw(a.ids, 500), ...draw(b.ids, 500), ...draw(a.ids, 500)];
  await a.ids.close();
  writeFileSync(join(folder, ID_FILE), readFileSync(join(folder, ID_FILE), 'utf8').slice(0, 300));
  const again = await server();
  drawn.push(...draw(again.ids, 500), ...draw(b.ids, 500));
  expect(new Set(drawn).size).toBe(drawn.length);
  await again.ids.close();
  await b.ids.close();
  rmSync(other, { recursive: true });
});

test('a file of another database is ignored', async () => {
  const elsewhere = await createTestDb();
  const file = await openIdFile(folder);
  const ids = await createIds({ db: elsewhere.db, file, known: {}, isAway: false, log });
  draw(ids, 10);
  await ids.close();
  await elsewhere.drop();
  const { rows } = await database.pool.query<{ last: number }>('select max(last) as last from id_block');
  const here = await server();
  expect(here.ids.next('alarm')).toBeGreaterThan(rows[0]?.last ?? 0);
  await here.ids.close();
});

test('a full disk does not block ids; use beyond the mark invalidates the block', async () => {
  const { ids } = await server();
  await ids.close();
  const real = await openIdFile(folder);
  const full = { ...real, write: () => Promise.reject(new Error('no space left on device')) };
  const { ids: bold } = await server(folder, full);
  const drawn = draw(bold, 5_000);
  const [last = 0] = drawn.slice(-1);
  await insert(last);
  expect(marked()).toBeLessThan(last);
  const again = await server();
  drawn.push(...draw(again.ids, 5_000));
  expect(new Set(drawn).size).toBe(drawn.length);
  await again.ids.close();
});

test('after the last block ids continue, and move into a block that is reserved there', () => {
  const block = (first: number, last: number) => ({ token: String(first), first, last });
  const range = new IdRange({ blocks: [block(1, 4)], mark: 0 });
  const drawn = Array.from({ length: 6 }, () => range.next());
  expect(range.left).toBe(0);
  range.add(block(5, 20));
  drawn.push(range.next());
  range.add(block(40, 50));
  while (drawn.length < 25) drawn.push(range.next());
  expect(drawn).toEqual([...Array.from({ length: 20 }, (_, i) => i + 1), 40, 41, 42, 43, 44]);
});
