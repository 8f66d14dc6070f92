import { and, desc, eq, gte, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm';
import { audioSource } from '../../../../contract/codes.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { broadcast, broadcastTarget } from '../broadcast.table.ts';

/** Age of a page that can still be repeated, s. */
const DAY_S = 86_400;
const spoken = [audioSource.ttsText, audioSource.microphone];
const unsounded = ['missed', 'failed', 'offline'];

/** The last page that an account made within a day: typed words, or speech; undefined: none. */
export async function lastPage(db: DbOrTx, account: number) {
  const { started_by, audio_source, started_at, alarm_id, task_id, end_reason, id } = broadcast;
  const rows = await db
    .select()
    .from(broadcast)
    .where(
      and(
        eq(started_by, account),
        inArray(audio_source, spoken),
        gte(started_at, Math.floor(Date.now() / 1000) - DAY_S),
        isNull(alarm_id),
        isNull(task_id),
        or(isNull(end_reason), notInArray(end_reason, unsounded)),
      ),
    )
    .orderBy(desc(id))
    .limit(1);
  return rows[0];
}

/** Terminals of a broadcast. */
export async function terminalsOf(db: DbOrTx, id: number): Promise<number[]> {
  const rows = await db
    .select({ terminal: broadcastTarget.terminal_id })
    .from(broadcastTarget)
    .where(and(eq(broadcastTarget.broadcast_id, id), isNotNull(broadcastTarget.terminal_id)));
  return rows.flatMap(({ terminal }) => terminal ?? []);
}
