import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../../server/platform/db/listen.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';

let database: TestDb;
beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.drop());

test('receives notifications, and closes at any moment', async () => {
  for (const turns of [0, 1, 2, 5, 20]) {
    const early = listen(database.db, 'told', { opened: () => {}, notified: () => {} });
    for (let i = 0; i < turns; i++) await new Promise(setImmediate);
    await early.close();
  }
  const heard: string[] = [];
  const opened = Promise.withResolvers<void>();
  const listening = listen(database.db, 'told', {
    opened: opened.resolve,
    notified: (payload) => heard.push(payload),
  });
  await opened.promise;
  await database.db.execute(sql`notify told, 'one'`);
  await eventually(() => expect(heard).toEqual(['one']));
  await listening.close();
});
