import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../../contract/api/permissions.ts';
import { playDefaultsOf } from '../../../../contract/entities/sound/playConfig.ts';
import {
  type ScheduledTaskForm,
  scheduledTaskForm,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { TimetableBody } from '../../../../contract/entities/tasks/timetable.ts';
import type { Config } from '../../../platform/config/config.ts';
import { playConfigNow } from '../../../platform/config/playDefaults.ts';
import { parseOrThrow } from '../../../platform/crud/parseOrThrow.ts';
import { may } from '../../../platform/http/access.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { createSlices } from '../../../platform/process/slices.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { PlanRow, TaskRow } from '../schedule.repository.ts';
import type { TaskService } from '../tasks/task.service.ts';
import { formOf, inPlay, taskNotFound } from '../tasks/taskFields.ts';
import type { PlanService } from './plan.service.ts';
import { changesOf, isBell, type SoundName, silenceValues, valuesOf } from './timetableBells.ts';

export interface TimetableWorkDeps {
  live: LiveHub;
  config: Pick<Config, 'get'>;
  plans: Pick<PlanService, 'seen'>;
  tasks: TaskService;
}

/** Changed bell with the values that differ, and its task as it will be. */
interface Changed {
  task: TaskRow;
  values: Partial<ScheduledTaskForm>;
  form: ScheduledTaskForm;
}
export interface TimetableWork {
  created: ScheduledTaskForm[];
  changed: Changed[];
  removed: TaskRow[];
}

/**
 * Creates the function that determines what the body of a timetable changes, and checks all of it.
 * @param silenceOf silence of an exam that the caller may change
 */
export function createTimetableWork(
  deps: TimetableWorkDeps,
  silenceOf: (by: By, plan: number) => TaskRow | undefined,
) {
  const { plans, tasks } = deps;

  function mustHave(by: By, right: PermissionKey, isNeeded: boolean): void {
    if (isNeeded && !may(by.caller, right)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
  }

  /** Bell of a plan that the caller may change. @throws AppError 404, 403, 409 when it was changed since */
  function bell(by: By, plan: number, id: number, rev: number | null): TaskRow {
    const task = tasks.own(by, id);
    if (task.plan_id !== plan || !isBell(task)) throw taskNotFound();
    if (rev !== null && task.rev !== rev) throw new AppError(errorCode.conflict, 'common.conflict');
    return task;
  }

  /** Adds what a body changes in the silence of an exam. @throws AppError 999 for a plan that is none */
  function addSilence(by: By, plan: PlanRow, body: TimetableBody, work: TimetableWork): void {
    const held = silenceOf(by, plan.id);
    if (body.quiet === null && held !== undefined) {
      tasks.idle(held);
      work.removed.push(held);
    }
    if (body.quiet == null) return;
    if (!plan.exam) throw new AppError(errorCode.refused, 'schedule.noExam', { name: plan.name });
    const values = silenceValues(body.quiet, body, plan.name);
    const form = parseOrThrow(scheduledTaskForm, {
      ...{ plan_id: plan.id, start_date: plan.start_date },
      ...(held === undefined ? {} : formOf(held)),
      ...values,
    });
    if (held === undefined) work.created.push(form);
    else if (JSON.stringify(form) !== JSON.stringify(formOf(held))) {
      tasks.idle(held);
      work.changed.push({ task: held, values, form });
    }
  }

  /** Determines what a body changes, and checks all of it. @throws AppError for the first fault */
  async function workOf(
    by: By,
    id: number,
    body: TimetableBody,
    soundName: SoundName,
  ): Promise<TimetableWork> {
    const plan = plans.seen(by, id);
    const usual = playDefaultsOf(playConfigNow(deps));
    const work: TimetableWork = { created: [], changed: [], removed: [] };
    const named = [...body.rows, ...body.removed].flatMap((one) => one.id ?? []);
    if (new Set(named).size < named.length) throw new AppError(errorCode.conflict, 'common.conflict');
    for (const row of body.rows) {
      const values = valuesOf(row, body, soundName);
      if (row.id === null) {
        const form = { ...usual, ...values, plan_id: id, start_date: plan.start_date };
        work.created.push(parseOrThrow(scheduledTaskForm, form));
        continue;
      }
      const task = bell(by, id, row.id, row.rev);
      const changes = changesOf(task, values, soundName);
      if (Object.keys(changes).length === 0) continue;
      const form = parseOrThrow(scheduledTaskForm, { ...formOf(task), ...changes });
      work.changed.push({ task, values: changes, form });
      if (Object.keys(changes).some((name) => inPlay.has(name))) tasks.idle(task);
    }
    for (const { id: removed, rev } of body.removed) {
      const task = bell(by, id, removed, rev);
      tasks.idle(task);
      work.removed.push(task);
    }
    addSilence(by, plan, body, work);
    mustHave(by, 'create_task', work.created.length > 0);
    mustHave(by, 'edit_task', work.changed.length > 0);
    mustHave(by, 'delete_task', work.removed.length > 0);
    tasks.writes.mustHaveRoom(work.created.length - work.removed.length);
    const nextSlice = createSlices();
    for (const form of [...work.created, ...work.changed.map((one) => one.form)]) {
      await nextSlice();
      await tasks.check(by, form);
    }
    return work;
  }

  return workOf;
}
