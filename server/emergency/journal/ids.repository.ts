import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** Ids that are kept in hand: more than the alarms and messages of any minute without a database. */
const IN_HAND = { alarm: 50, broadcast: 500 } as const;

/**
 * Ids of rows that are not stored yet: an alarm sounds under the id that its row will have, also while the database is
 * away. Taken from the tables' own sequences ahead of need; those that are not used are left out.
 */
export interface Ids {
  /** Resolves at once as long as some are in hand. */
  next(table: keyof typeof IN_HAND): Promise<number>;
  /** At once; undefined: none is in hand. */
  take(table: keyof typeof IN_HAND): number | undefined;
}

export async function createIds(db: Db): Promise<Ids> {
  const hands = { alarm: [] as number[], broadcast: [] as number[] };
  const filling = new Map<string, Promise<void>>();

  async function fill(table: keyof typeof IN_HAND): Promise<void> {
    const found = await db.execute<{ id: number }>(sql`
      select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id
      from generate_series(1, ${IN_HAND[table]}::int)`);
    hands[table].push(...found.rows.map(({ id }) => id));
  }
  function refill(table: keyof typeof IN_HAND): Promise<void> {
    let one = filling.get(table);
    if (one === undefined) {
      one = fill(table).finally(() => filling.delete(table));
      filling.set(table, one);
    }
    return one;
  }
  function take(table: keyof typeof IN_HAND): number | undefined {
    const id = hands[table].shift();
    if (hands[table].length < IN_HAND[table] / 2) refill(table).catch(() => {});
    return id;
  }

  await Promise.all([refill('alarm'), refill('broadcast')]);
  return {
    take,
    async next(table) {
      for (;;) {
        const id = take(table);
        if (id !== undefined) return id;
        await refill(table);
      }
    },
  };
}
