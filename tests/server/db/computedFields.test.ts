import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DbOrTx } from '../../../server/platform/db/client.ts';
import { files } from '../../../server/sound/files/media.repository.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

/** A file's groups are in another table: a statement that waits for the row must not read them as they were before. */
let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

const group = async (name: string) => (await files.groups.insert(database.db, { name, position: 1 })).id;
const file = async (join: readonly number[]) => {
  const values = {
    name: 'A',
    original_name: 'A.wav',
    size: 1,
    sha256: '',
    build_status: 'waiting',
    position: 1,
  };
  return (await files.items.insert(database.db, { ...values, change: { join, leave: [] } })).id;
};

/** Resolves when a statement waits for a lock. */
async function isWaiting(): Promise<void> {
  const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await database.pool.query(text)).rowCount).toBeGreaterThan(0);
}

/** Runs work on a file while another transaction moves the file from a group to another one. */
async function duringMove<T>(work: (db: DbOrTx, id: number) => Promise<T>) {
  const [from, to] = [await group('From'), await group('To')];
  const id = await file([from]);
  let waited: Promise<T> | undefined;
  const moved = await database.db.transaction(async (tx) => {
    const row = await files.items.update(tx, id, { change: { join: [to], leave: [from] } });
    waited = database.db.transaction((other) => work(other, id));
    await isWaiting();
    return row;
  });
  return { moved, to, found: await waited };
}

test('a change that waits for a move returns the new group with its revision', async () => {
  const { moved, to, found } = await duringMove((db, id) =>
    files.items.update(db, id, { build_status: 'built' }),
  );
  expect(found).toMatchObject({ group_ids: [to], rev: moved.rev + 1, build_status: 'built' });
});

test('a lock that waits for a move reads the new group', async () => {
  const { moved, to, found } = await duringMove((db, id) => files.items.lock(db, { all: true }, id));
  expect(found).toMatchObject({ group_ids: [to], rev: moved.rev });
});
