import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AlarmPlanForm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { alarmPlanEntity } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { LinkageTaskForm } from '../../../../contract/entities/tasks/linkageTask.ts';
import { linkageTaskEntity } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { type Row, tableRepository } from '../../../platform/db/tableRepository.ts';
import type { Scope } from '../../../platform/live/scope.ts';
import type { Use, User } from '../../../site/uses/used.ts';
import { file } from '../../../sound/files/file.table.ts';
import { presetText } from '../../../sound/texts/presetText.table.ts';
import { gpioTask } from '../../gpio/gpioTask.table.ts';
import { alarmPlan } from './alarmPlan.table.ts';
import type { FrozenPart } from './frozenPart.ts';
import { linkageTask } from './linkageTask.table.ts';

/** A stored linkage task; its zone is never null (the top zone covers the whole site). */
export type LinkageTaskRow = Row &
  LinkageTaskForm & {
    created_at: number;
    /**
     * Parts as they were when it was saved (frozen.ts); null: saved by a version that did not freeze them.
     */
    frozen: FrozenPart[] | null;
  };
export type AlarmPlanRow = Row & AlarmPlanForm & { created_at: number };

const options = { defaultSort: 'name', scope: 'org' };
export const linkageTasks = tableRepository<LinkageTaskRow>(linkageTask, {
  ...options,
  sortable: linkageTaskEntity.sortable,
  searchable: linkageTaskEntity.searchable,
});
export const alarmPlans = tableRepository<AlarmPlanRow>(alarmPlan, {
  ...options,
  sortable: alarmPlanEntity.sortable,
  searchable: alarmPlanEntity.searchable,
});

export async function allLinkageTasks(db: DbOrTx): Promise<LinkageTaskRow[]> {
  return (await db.select().from(linkageTask).orderBy(asc(linkageTask.id))) as LinkageTaskRow[];
}
export async function allAlarmPlans(db: DbOrTx): Promise<AlarmPlanRow[]> {
  return (await db.select().from(alarmPlan).orderBy(asc(alarmPlan.id))) as AlarmPlanRow[];
}

/** Serialises writers of plans and linkage tasks: a checked reference must still hold at the commit. */
export async function lockEmergency(tx: DbOrTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tocsin emergency'))`);
}

/** Condition: of the whole site, or of a zone of the scope (server/site/zones/owner.ts). */
const seen = (scope: Scope, org: PgColumn) =>
  scope.all === true ? undefined : or(isNull(org), inArray(org, [...scope.ids]));

/**
 * Finds the files that exist and that the scope sees; locks them against deletion until the transaction ends.
 */
export async function holdFiles(tx: DbOrTx, scope: Scope, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: file.id })
    .from(file)
    .where(and(inArray(file.id, [...ids]), seen(scope, file.org)))
    .orderBy(asc(file.id))
    .for('share');
  return new Set(rows.map((row) => row.id));
}

/**
 * Tells if a preset text exists and the scope sees it; locks it against deletion until the transaction ends.
 */
export async function holdPresetText(tx: DbOrTx, scope: Scope, id: number): Promise<boolean> {
  const found = await tx
    .select({ id: presetText.id })
    .from(presetText)
    .where(and(eq(presetText.id, id), seen(scope, presetText.org)))
    .for('share');
  return found.length > 0;
}

/** Finds the GPIO tasks that exist, and locks them against changes until the transaction ends. */
export async function holdGpioTasks(tx: DbOrTx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: gpioTask.id, name: gpioTask.name, org: gpioTask.org, gpio_type: gpioTask.gpio_type })
    .from(gpioTask)
    .where(inArray(gpioTask.id, [...ids]))
    .orderBy(asc(gpioTask.id))
    .for('share');
}

/** Finds the linkage tasks that exist, locked likewise. */
export async function holdLinkageTasks(tx: DbOrTx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: linkageTask.id, name: linkageTask.name, org: linkageTask.org })
    .from(linkageTask)
    .where(inArray(linkageTask.id, [...ids]))
    .orderBy(asc(linkageTask.id))
    .for('share');
}

function plansWhere(db: DbOrTx, where: SQL | undefined): Promise<{ name: string; org: number | null }[]> {
  return db
    .select({ name: alarmPlan.name, org: alarmPlan.org })
    .from(alarmPlan)
    .where(where)
    .orderBy(asc(alarmPlan.name));
}

/** The linkage tasks that play files or preset texts. */
export async function linkageTasksWith(
  db: DbOrTx,
  what: 'file' | 'preset_text',
  ids: readonly number[],
): Promise<Use[]> {
  const used =
    what === 'file'
      ? sql`select distinct value::int as id from jsonb_array_elements_text(t.files)`
      : sql`values (t.preset_text)`;
  const found = await db.execute<Use>(sql`
    select used.id, t.name as user, t.org from linkage_task t, lateral (${used}) used(id)
    where used.id = any(${sql.param([...ids])}::int[])
    order by t.name`);
  return found.rows;
}

/** The plans that play a linkage task, at once or in a later step. */
export function plansWithLinkageTask(
  db: DbOrTx,
  id: number,
): Promise<{ name: string; org: number | null }[]> {
  const list = JSON.stringify([id]);
  return plansWhere(
    db,
    or(
      sql`${alarmPlan.linkage_task_ids} @> ${list}::jsonb`,
      sql`${alarmPlan.steps} @> ${JSON.stringify([{ linkage_task_ids: [id] }])}::jsonb`,
    ),
  );
}

/** The plans and GPIO tasks that fire terminals trigger, or that switch their outputs. */
export async function usersOfFireDevices(db: DbOrTx, ids: readonly number[]): Promise<Use[]> {
  const uses: Use[] = [];
  for (const id of ids)
    for (const { name: user, org } of await usersOfFireDevice(db, id)) uses.push({ id, user, org });
  return uses;
}

async function usersOfFireDevice(db: DbOrTx, id: number): Promise<User[]> {
  const plans = await plansWhere(db, eq(alarmPlan.fire_control_device, id));
  const tasks = await db
    .select({ name: gpioTask.name, org: gpioTask.org })
    .from(gpioTask)
    .where(
      or(
        eq(gpioTask.fire_control_device, id),
        sql`${gpioTask.outputs} @> ${JSON.stringify([{ fire_control_device: id }])}::jsonb`,
      ),
    )
    .orderBy(asc(gpioTask.name));
  return [...plans, ...tasks];
}
