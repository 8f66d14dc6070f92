import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { account } from '../../platform/auth/account.table.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { file, fileGroupMember } from '../../sound/files/file.table.ts';
import { plan, scheduledTask } from './schedule.table.ts';

export type PlanRow = typeof plan.$inferSelect;
export type TaskRow = typeof scheduledTask.$inferSelect & { created_by_name: string };
export type NewPlan = Omit<typeof plan.$inferInsert, 'id' | 'rev' | 'created_at'>;
export type NewTask = Omit<typeof scheduledTask.$inferInsert, 'id' | 'rev' | 'created_at'>;

/**
 * Serialises writers of plans and tasks: a change is checked against the others, which must not change
 * meanwhile.
 */
export async function lockSchedule(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tocsin schedule'))`);
}

/** Reads all plans. Exceptions that were stored before day types existed get their field. */
export async function allPlans(db: DbOrTx): Promise<PlanRow[]> {
  const rows = await db.select().from(plan).orderBy(asc(plan.id));
  return rows.map((row) => ({
    ...row,
    exceptions: row.exceptions.map((one) => ({ ...one, day_type: one.day_type ?? null })),
  }));
}

const taskFields = async (db: DbOrTx, ids: readonly number[] | null): Promise<TaskRow[]> => {
  const rows = await db
    .select({ task: scheduledTask, by: account.name })
    .from(scheduledTask)
    .leftJoin(account, eq(account.id, scheduledTask.created_by))
    .where(ids === null ? undefined : inArray(scheduledTask.id, [...ids]))
    .orderBy(asc(scheduledTask.id));
  return rows.map(({ task, by }) => ({ ...task, created_by_name: by ?? '' }));
};
/** Reads all tasks, or those with the ids. */
export const tasks = taskFields;

export async function planById(db: DbOrTx, id: number): Promise<PlanRow | undefined> {
  const rows = await db.select().from(plan).where(eq(plan.id, id));
  return rows[0];
}

export async function insertPlan(tx: DbOrTx, values: NewPlan): Promise<PlanRow> {
  const rows = await tx.insert(plan).values(values).returning();
  return rows[0] as PlanRow;
}

export async function updatePlan(tx: DbOrTx, id: number, values: Partial<NewPlan>): Promise<PlanRow> {
  const rows = await tx
    .update(plan)
    .set({ ...values, rev: sql`${plan.rev} + 1` })
    .where(eq(plan.id, id))
    .returning();
  return rows[0] as PlanRow;
}

/** Deletes a plan; its tasks are deleted with it. */
export async function removePlan(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(plan).where(eq(plan.id, id));
}

/** Inserts tasks; returns their ids in order. */
export async function insertTasks(tx: DbOrTx, values: readonly NewTask[]): Promise<number[]> {
  if (values.length === 0) return [];
  const rows = await tx
    .insert(scheduledTask)
    .values([...values])
    .returning({ id: scheduledTask.id });
  return rows.map((row) => row.id);
}

export async function updateTask(tx: DbOrTx, id: number, values: Partial<NewTask>): Promise<void> {
  await tx
    .update(scheduledTask)
    .set({ ...values, rev: sql`${scheduledTask.rev} + 1` })
    .where(eq(scheduledTask.id, id));
}

/** Marks the tasks of a plan as changed: runs that were due before count as neither missed nor due. */
export async function touchTasks(tx: DbOrTx, planId: number, activeSince: number): Promise<void> {
  await tx
    .update(scheduledTask)
    .set({ active_since: activeSince, rev: sql`${scheduledTask.rev} + 1` })
    .where(eq(scheduledTask.plan_id, planId));
}

export async function removeTask(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(scheduledTask).where(eq(scheduledTask.id, id));
}

/** Ids of the playable files of a group, in order. */
export async function filesOfGroup(db: DbOrTx, group: number): Promise<number[]> {
  const rows = await db
    .select({ id: file.id })
    .from(file)
    .innerJoin(fileGroupMember, eq(fileGroupMember.item_id, file.id))
    .where(and(eq(fileGroupMember.group_id, group), eq(file.build_status, 'built')))
    .orderBy(asc(fileGroupMember.position), asc(file.id));
  return rows.map((row) => row.id);
}

/** Selects from these files those that are playable. */
export async function playable(db: DbOrTx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: file.id })
    .from(file)
    .where(and(inArray(file.id, [...new Set(ids)]), eq(file.build_status, 'built')));
  return new Set(rows.map((row) => row.id));
}
