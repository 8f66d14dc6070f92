import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { SLOT } from './baseBackup.repository.ts';

/** Position in the log of a database, bytes from its beginning. */
const bytesOf = (lsn: string): number => {
  const [high = '0', low = '0'] = lsn.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
};

export interface LeaderPosition {
  /** End of the log on the disk of the leader, bytes. */
  flushed: number;
  /** Whether the leader still has the log that the standby needs next. */
  isKept: boolean;
}

export async function leaderPosition(db: Db): Promise<LeaderPosition> {
  const { rows } = await db.execute<{ flushed: string; status: string | null }>(
    sql`select pg_current_wal_flush_lsn()::text as flushed,
          (select wal_status from pg_replication_slots where slot_name = ${SLOT}) as status`,
  );
  const [row] = rows;
  const isKept = row !== undefined && row.status !== null && row.status !== 'lost';
  return { flushed: bytesOf(row?.flushed ?? '0/0'), isKept };
}

export interface StandbyPosition {
  /** End of the log that is on the disk of the standby, and of the part that its tables hold, bytes. */
  received: number;
  replayed: number;
  /** Whether it receives now. */
  isReceiving: boolean;
}

export async function standbyPosition(db: Db): Promise<StandbyPosition> {
  const { rows } = await db.execute<{ received: string | null; replayed: string | null; receiver: boolean }>(
    sql`select pg_last_wal_receive_lsn()::text as received, pg_last_wal_replay_lsn()::text as replayed,
          exists (select from pg_stat_wal_receiver where pid is not null) as receiver`,
  );
  const [row] = rows;
  const replayed = bytesOf(row?.replayed ?? '0/0');
  return {
    // Nothing is received yet after a start, but what was received before is replayed.
    received: Math.max(bytesOf(row?.received ?? '0/0'), replayed),
    replayed,
    isReceiving: row?.receiver === true,
  };
}
