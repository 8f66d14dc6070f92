import { type SQL, sql } from 'drizzle-orm';
import { intendedSilence } from '../../../contract/entities/tasks/broadcast.ts';
import type { DbOrTx } from '../../platform/db/client.ts';

/** Stored proof of delivery of a target; fields that are left out keep their value. */
export interface StoredProof {
  terminal_id: number;
  /** Zone of the terminal; null keeps the stored one. */
  org?: number | null;
  /** ms since 1970 */
  first_sound_at: number | null;
  played_ms?: number;
  received?: number;
  lost?: number;
  late?: number;
  /** Null: the terminal does not report it; the stored value is kept. */
  gaps?: number | null;
  missed_ms?: number | null;
  /** Time played by the terminal without a link, in all; never less than the stored value. */
  offline_ms?: number;
  reason: string | null;
}

// A stored reason may begin with `left:` and end with the task concerned (storedReason.ts).
const intended = `^(left:)?(${intendedSilence.join('|')})(:|$)`;

/** Aggregate: number of targets that were not heard although that was not intended. */
const missed: SQL = sql`count(*) filter (
  where first_sound_at is null and terminal_id is not null and coalesce(reason, '') !~ ${intended})`;

/** Condition on a target: its relay was lost, and it was not heard as far as the server knows. */
export const isBehindRelay: SQL = sql`(first_sound_at is null and terminal_id is not null
  and reason ~ '^(left:)?behind_relay(:|$)')`;
const behindRelay: SQL = sql`count(*) filter (where ${isBehindRelay})`;

/** Tells if any broadcast was ever heard, as far as the log has it. */
export async function wasHeard(db: DbOrTx): Promise<boolean> {
  const { rows } = await db.execute<{ was: boolean }>(
    sql`select exists (select 1 from broadcast_target where first_sound_at is not null) as was`,
  );
  return rows[0]?.was === true;
}

/**
 * Stores the targets of a new run, each with its zone, and the sums by zone.
 * @returns the number of targets; terminals that are gone are left out
 */
export async function insertTargets(
  tx: DbOrTx,
  run: number,
  terminals: readonly number[],
  reason: string | null = null,
): Promise<number> {
  const { rows } = await tx.execute<{ targets: number }>(sql`
    with stored as (
      insert into broadcast_target (broadcast_id, terminal_id, org, reason)
      select ${run}::int, id, org, ${reason}::text from terminal
      where id = any(${sql.param([...terminals])}::int[])
      returning terminal_id, org, first_sound_at, reason)
    insert into broadcast_org (broadcast_id, org, targets, missed, behind_relay)
    select ${run}::int, coalesce(org, 0), count(*), ${missed}, ${behindRelay} from stored group by coalesce(org, 0)
    returning targets`);
  return rows.reduce((sum, row) => sum + row.targets, 0);
}

/**
 * Stores proofs of delivery and their sums by zone. A zone that the run has left keeps an empty row, so that
 * the run stays in that zone's history. Targets whose terminal was removed meanwhile match nothing.
 */
export async function writeProofs(db: DbOrTx, run: number, proofs: readonly StoredProof[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Writers of a run go one after the other: a sum must not miss another's rows.
    await tx.execute(sql`select 1 from broadcast where id = ${run} for no key update`);
    await tx.execute(written(run, proofs));
  });
}

const written = (run: number, proofs: readonly StoredProof[]): SQL => sql`
    with written as (
      update broadcast_target t set org = coalesce(p.org, t.org), first_sound_at = least(p.first_sound_at, t.first_sound_at),
        played_ms = coalesce(p.played_ms, t.played_ms), received = coalesce(p.received, t.received),
        lost = coalesce(p.lost, t.lost), late = coalesce(p.late, t.late),
        gaps = coalesce(p.gaps, t.gaps), missed_ms = coalesce(p.missed_ms, t.missed_ms), reason = p.reason,
        offline_ms = greatest(t.offline_ms, p.offline_ms)
      from jsonb_to_recordset(${JSON.stringify(proofs)}::jsonb) as p(terminal_id int, org int, first_sound_at int8,
        played_ms int8, received int, lost int, late int, gaps int, missed_ms int, reason text, offline_ms int8)
      where t.broadcast_id = ${run} and t.terminal_id = p.terminal_id
      returning t.*),
    target as (
      select * from written union all
      select * from broadcast_target t
      where t.broadcast_id = ${run} and not exists (select 1 from written w where w.terminal_id = t.terminal_id)),
    zone as (
      select coalesce(org, 0) as org from target union select org from broadcast_org where broadcast_id = ${run})
    insert into broadcast_org (broadcast_id, org, targets, heard, missed, behind_relay, received, lost, late, gaps,
      missed_ms, last_sound_at)
    select ${run}::int, z.org, count(terminal_id), count(first_sound_at), ${missed}, ${behindRelay},
      coalesce(sum(received), 0), coalesce(sum(lost), 0), coalesce(sum(late), 0), sum(gaps), sum(missed_ms), max(first_sound_at)
    from zone z left join target t on coalesce(t.org, 0) = z.org group by z.org
    on conflict (broadcast_id, org) do update set targets = excluded.targets, heard = excluded.heard,
      missed = excluded.missed, behind_relay = excluded.behind_relay, received = excluded.received, lost = excluded.lost, late = excluded.late,
      gaps = excluded.gaps, missed_ms = excluded.missed_ms,
      last_sound_at = excluded.last_sound_at`;
