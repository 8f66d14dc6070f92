import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type GpioTask, gpioTaskEntity } from '../../../contract/entities/tasks/gpioTask.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import { alarmPlan } from '../emergency/plans/alarmPlan.table.ts';
import { scheduledTask } from '../schedule/schedule.table.ts';
import { gpioTask } from './gpioTask.table.ts';

/** A stored GPIO task; its zone is never null (the top zone covers the whole site). */
export type GpioTaskRow = Row & GpioTask & { by_hand: string | null };

export const gpioTasks = tableRepository<GpioTaskRow>(gpioTask, {
  sortable: gpioTaskEntity.sortable,
  searchable: gpioTaskEntity.searchable,
  defaultSort: 'name',
  scope: 'org',
});

export async function all(db: DbOrTx): Promise<GpioTaskRow[]> {
  return (await db.select().from(gpioTask).orderBy(asc(gpioTask.id))) as GpioTaskRow[];
}

/** Finds the tasks that exist. */
export async function byIds(db: DbOrTx, ids: readonly number[]): Promise<GpioTaskRow[]> {
  const rows = await db
    .select()
    .from(gpioTask)
    .where(inArray(gpioTask.id, [...ids]));
  return rows as GpioTaskRow[];
}

/** The alarm plans that run a GPIO task. */
export function plansWith(db: DbOrTx, id: number): Promise<{ name: string; org: number | null }[]> {
  return db
    .select({ name: alarmPlan.name, org: alarmPlan.org })
    .from(alarmPlan)
    .where(sql`${alarmPlan.gpio_set_task_ids} @> ${JSON.stringify([id])}::jsonb`)
    .orderBy(asc(alarmPlan.name));
}

/** Tells if a scheduled task exists; locks it against deletion until the transaction ends. */
export async function holdScheduledTask(tx: DbOrTx, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: scheduledTask.id })
    .from(scheduledTask)
    .where(eq(scheduledTask.id, id))
    .for('share');
  return rows.length > 0;
}
