import { inArray } from 'drizzle-orm';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import type { Db } from '../../platform/db/client.ts';
import { unplayedStart } from './unplayedStart.table.ts';

/** Stores notices, so that a next server shows them. */
export interface UnplayedStartStore {
  add(row: UnplayedStartLive): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  all(): Promise<UnplayedStartLive[]>;
}

export const unplayedStartStore = (db: Db): UnplayedStartStore => ({
  async add(row) {
    await db.insert(unplayedStart).values(row).onConflictDoUpdate({ target: unplayedStart.id, set: row });
  },
  async remove(ids) {
    await db.delete(unplayedStart).where(inArray(unplayedStart.id, [...ids]));
  },
  all: () => db.select().from(unplayedStart),
});
