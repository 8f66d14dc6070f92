import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../../contract/api/permissions.ts';
import type { FileLive } from '../../../../contract/entities/sound/file.ts';
import { playDefaultsOf } from '../../../../contract/entities/sound/playConfig.ts';
import {
  type ScheduledTaskForm,
  scheduledTaskForm,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { Timetable, TimetableBody, TimetableChange } from '../../../../contract/entities/tasks/timetable.ts';
import type { Config } from '../../../platform/config/config.ts';
import { playConfigNow } from '../../../platform/config/playDefaults.ts';
import { parseOrThrow } from '../../../platform/crud/parseOrThrow.ts';
import type { Db } from '../../../platform/db/client.ts';
import { may } from '../../../platform/http/access.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { createSlices } from '../../../platform/process/slices.ts';
import type { SilenceReasonDeps } from '../../../site/faults/silenceReason.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { TaskRow } from '../schedule.repository.ts';
import { meetsOfWeek, type PreviewDeps, reachedBy, taskAsStored } from '../tasks/preview.ts';
import type { TaskService } from '../tasks/task.service.ts';
import { formOf, inPlay, taskNotFound } from '../tasks/taskFields.ts';
import type { PlanService } from './plan.service.ts';
import { bellOf, bellsOf, changesOf, isBell, type SoundName, valuesOf } from './timetableBells.ts';

export interface TimetableDeps extends PreviewDeps, SilenceReasonDeps {
  db: Db;
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
interface Work {
  created: ScheduledTaskForm[];
  changed: Changed[];
  removed: TaskRow[];
}

/** Maximum number of conflicts of a response. */
const MAX_MEETS = 50;

/** Creates the service of timetables (contract/entities/tasks/timetable.ts). */
export function createTimetables(deps: TimetableDeps) {
  const { db, index, present, plans, tasks } = deps;
  const files = deps.live.topic<FileLive>('file');
  const soundName: SoundName = ({ file, textContent }) =>
    file === null ? textContent : (files.get(file)?.name ?? '');

  /** Bells of a plan that the caller may change. */
  const own = ({ caller }: By, plan: number) =>
    bellsOf(index.tasksOf(plan).filter((task) => present.ownsTask(caller.scope, task)));

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

  /** Determines what a body changes, and checks all of it. @throws AppError for the first fault */
  async function workOf(by: By, id: number, body: TimetableBody): Promise<Work> {
    const plan = plans.seen(by, id);
    const usual = playDefaultsOf(playConfigNow(deps));
    const work: Work = { created: [], changed: [], removed: [] };
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

  /** Describes the effect of a change: next start, terminals, and conflicts with other tasks. */
  async function effectOf(by: By, body: TimetableBody, work: Work): Promise<TimetableChange> {
    const { scope } = by.caller;
    const replaced = new Set([...work.changed.map((one) => one.task.id), ...work.removed.map(({ id }) => id)]);
    const rows = [
      ...work.created.map((form) => taskAsStored(form, undefined)),
      ...work.changed.map(({ form, task }) => taskAsStored(form, task)),
    ];
    const nextSlice = createSlices();
    const meets = new Map<string, TimetableChange['meets'][number]>();
    const starts: number[] = [];
    for (const row of rows) {
      await nextSlice();
      const run = index.recurrence.next(row, deps.now(), 1)[0];
      if (run !== undefined) starts.push(Math.floor(run.due / 1000));
      for (const one of meetsOfWeek(deps, scope, row)) {
        if (replaced.has(one.task_id)) continue;
        const key = `${one.kind} ${one.task_id}`;
        const known = meets.get(key);
        meets.set(key, known === undefined ? one : { ...known, runs: known.runs + one.runs });
      }
    }
    return {
      created: work.created.length,
      changed: work.changed.length,
      removed: work.removed.length,
      next_run: starts.length === 0 ? null : Math.min(...starts),
      ...reachedBy(deps, scope, body),
      meets: [...meets.values()].sort((a, b) => b.runs - a.runs).slice(0, MAX_MEETS),
    };
  }

  return {
    get(by: By, id: number): Timetable {
      plans.seen(by, id);
      const bells = own(by, id);
      const [first] = bells;
      return {
        devices: first?.devices ?? [],
        orgs: first?.orgs ?? [],
        groups: first?.groups ?? [],
        rows: bells
          .map((task) => bellOf(task, soundName))
          .sort((a, b) => (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : a.id - b.id)),
        others: index.tasksOf(id).filter((task) => present.seesTask(by.caller.scope, task)).length - bells.length,
      };
    },
    /** Computes the effect of a change that is not stored. */
    async preview(by: By, id: number, body: TimetableBody): Promise<TimetableChange> {
      return effectOf(by, body, await workOf(by, id, body));
    },
    /** Creates, changes and deletes bells in one transaction. */
    async save(by: By, id: number, body: TimetableBody): Promise<TimetableChange> {
      const work = await workOf(by, id, body);
      const effect = await effectOf(by, body, work);
      const created: number[] = [];
      await db.transaction(async (tx) => {
        for (const task of work.removed) await tasks.writes.remove(by, task, tx);
        for (const { task, values } of work.changed) await tasks.writes.change(by, task, values, tx);
        for (const form of work.created) created.push(await tasks.writes.create(by, form, tx));
      });
      const known = [...work.changed.map((one) => one.task.id), ...work.removed.map((task) => task.id)];
      await tasks.written([...created, ...known]);
      return effect;
    },
  };
}
export type Timetables = ReturnType<typeof createTimetables>;
