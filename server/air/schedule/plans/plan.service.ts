import type { z } from 'zod';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import {
  type Plan,
  type PlanForm,
  planFields,
  planForm,
  type planPatch,
} from '../../../../contract/entities/tasks/plan.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import { parseOrThrow } from '../../../platform/crud/parseOrThrow.ts';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { mustBeUnused } from '../../../site/uses/used.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { PlanRow } from '../schedule.repository.ts';
import * as repository from '../schedule.repository.ts';
import { type Read, readLater, type ScheduleIndex } from '../scheduleIndex.ts';
import type { TaskService } from '../tasks/task.service.ts';
import { formOf, planNotFound } from '../tasks/taskFields.ts';
import type { TaskViews } from '../taskViews.ts';

export interface PlanServiceDeps {
  db: Db;
  audit: Audit;
  index: ScheduleIndex;
  present: TaskViews;
  tasks: TaskService;
  now(): number;
}

const fieldNames = Object.keys(planFields.shape) as (keyof PlanForm)[];
const formOfPlan = (plan: PlanRow): PlanForm =>
  Object.fromEntries(fieldNames.map((name) => [name, plan[name]])) as unknown as PlanForm;

/**
 * Creates the service of plans. A plan may be changed by callers whose zones include everything that its
 * tasks reach.
 */
export function createPlanService({ db, audit, index, present, tasks, now }: PlanServiceDeps) {
  const record = { entity: 'plan' };

  function seen({ caller }: By, id: number): PlanRow {
    const plan = index.plans.get(id);
    if (plan === undefined || !present.seesPlan(caller.scope, plan)) throw planNotFound();
    return plan;
  }
  function own(by: By, id: number): PlanRow {
    const plan = seen(by, id);
    if (!present.ownsPlan(by.caller.scope, plan)) throw new AppError(errorCode.forbidden, 'auth.outsideZone');
    return plan;
  }
  function row(by: By, id: number): Plan {
    const plan = index.plans.get(id);
    if (plan === undefined) throw planNotFound();
    return present.planRow(by.caller.scope, plan);
  }

  /** Checks the plans that exceptions refer to, and day types in use. @throws AppError 404, 999 */
  function check(by: By, form: PlanForm, old: PlanRow | null): void {
    const known = new Set(old?.exceptions.map((one) => one.plan_id));
    for (const { plan_id } of form.exceptions) if (plan_id !== null && !known.has(plan_id)) seen(by, plan_id);
    if (old === null) return;
    // Its tasks would never run again.
    const tasks = index.tasksOf(old.id);
    for (const { id, name } of old.day_types) {
      const users = tasks.filter((task) => task.day_types.includes(id)).length;
      if (users > 0 && !form.day_types.some((one) => one.id === id))
        throw new AppError(errorCode.refused, 'schedule.dayTypeInUse', { name, tasks: users });
    }
  }

  async function insert(tx: Db | Tx, by: By, form: PlanForm): Promise<PlanRow> {
    const plan = await repository.insertPlan(tx, form);
    const entry = { ...record, action: 'create', entity_id: plan.id, ip: by.ip, after: form };
    await audit.record(tx, by.caller, entry);
    return plan;
  }

  async function change(
    by: By,
    plan: PlanRow,
    values: Partial<PlanForm>,
    action = 'edit',
    read: Read = index.load,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      await repository.updatePlan(tx, plan.id, values);
      await repository.touchTasks(tx, plan.id, now());
      const before = Object.fromEntries(Object.keys(values).map((key) => [key, plan[key as keyof PlanRow]]));
      const entry = { ...record, action, entity_id: plan.id, ip: by.ip, before, after: values };
      await audit.record(tx, by.caller, entry);
    });
    await read(tasksOf(plan.id));
  }

  const tasksOf = (plan: number) => index.tasksOf(plan).map((task) => task.id);

  async function remove(by: By, id: number): Promise<void> {
    const plan = own(by, id);
    const users = [...index.plans.values()].filter(
      (one) => one.id !== id && one.exceptions.some((exception) => exception.plan_id === id),
    );
    mustBeUnused(
      by.caller.scope,
      plan.name,
      users.map((one) => ({ name: one.name, org: present.orgOfPlan(one) })),
    );
    const running = present.running();
    if (index.tasksOf(id).some((task) => running.has(task.id)))
      throw new AppError(errorCode.refused, 'broadcast.stopRealTimeFirst');
    await db.transaction(async (tx) => {
      await repository.removePlan(tx, id);
      const before = { ...formOfPlan(plan), tasks: index.tasksOf(id).map((task) => task.name) };
      await audit.record(tx, by.caller, { ...record, action: 'delete', entity_id: id, ip: by.ip, before });
    });
    await index.load(tasksOf(id));
  }

  return {
    seen,
    remove,
    insert,
    readLater: () => readLater(index.load),
    /** Sets the exceptions of a new plan within the transaction of an import. */
    setExceptions: (tx: Db | Tx, id: number, exceptions: PlanForm['exceptions']) =>
      repository.updatePlan(tx, id, { exceptions }),
    list: (by: By): Plan[] => {
      const running = present.running();
      return [...index.plans.values()]
        .filter((plan) => present.seesPlan(by.caller.scope, plan))
        .map((plan) => present.planRow(by.caller.scope, plan, running));
    },
    get: (by: By, id: number): Plan => present.planRow(by.caller.scope, seen(by, id)),
    async create(by: By, form: PlanForm): Promise<Plan> {
      check(by, form, null);
      const plan = await db.transaction((tx) => insert(tx, by, form));
      await index.load([]);
      return row(by, plan.id);
    },
    async patch(by: By, id: number, patch: z.output<typeof planPatch>): Promise<Plan> {
      const { rev, ...values } = patch;
      const plan = own(by, id);
      if (rev !== undefined && rev !== plan.rev) throw new AppError(errorCode.conflict, 'common.conflict');
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const form = parseOrThrow(planForm, { ...formOfPlan(plan), ...given });
      check(by, form, plan);
      const changed = fieldNames.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(plan[name]));
      if (changed.length > 0)
        await change(by, plan, Object.fromEntries(changed.map((name) => [name, form[name]])));
      return row(by, id);
    },
    async enable(by: By, id: number, enabled: boolean, read?: Read): Promise<void> {
      const plan = own(by, id);
      if (plan.enabled !== enabled) await change(by, plan, { enabled }, enabled ? 'enable' : 'disable', read);
    },
    /** Copies the plan with its tasks; the copy is disabled. */
    async copy(by: By, id: number, name: string): Promise<Plan> {
      const plan = own(by, id);
      const made: number[] = [];
      const { id: copy } = await db.transaction(async (tx) => {
        const copied = await insert(tx, by, { ...formOfPlan(plan), name, enabled: false });
        for (const task of index.tasksOf(id))
          made.push(await tasks.writes.create(by, { ...formOf(task), plan_id: copied.id }, tx));
        return copied;
      });
      await index.load(made);
      return row(by, copy);
    },
  };
}
export type PlanService = ReturnType<typeof createPlanService>;
