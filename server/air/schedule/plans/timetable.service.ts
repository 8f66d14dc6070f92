import type {
  Timetable,
  TimetableBody,
  TimetableChange,
} from '../../../../contract/entities/tasks/timetable.ts';
import type { Db } from '../../../platform/db/client.ts';
import { createSlices } from '../../../platform/process/slices.ts';
import type { SilenceReasonDeps } from '../../../site/faults/silenceReason.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { TaskRow } from '../schedule.repository.ts';
import { meetsOfWeek, type PreviewDeps, reachedBy, taskAsStored } from '../tasks/preview.ts';
import { namesOf } from './names.repository.ts';
import { bellOf, bellsOf, isSilence, type SoundName } from './timetableBells.ts';
import { createTimetableWork, type TimetableWork, type TimetableWorkDeps } from './timetableWork.ts';

export interface TimetableDeps extends PreviewDeps, SilenceReasonDeps, TimetableWorkDeps {
  db: Db;
}

/** Maximum number of conflicts of a response. */
const MAX_MEETS = 50;

/** Creates the service of timetables (contract/entities/tasks/timetable.ts). */
export function createTimetables(deps: TimetableDeps) {
  const { db, index, present, plans, tasks } = deps;
  /** Reads the names of the sounds of tasks, and of further files. */
  async function soundNames(bells: readonly TaskRow[], more: readonly number[]): Promise<SoundName> {
    const ids = [...bells.flatMap((task) => task.files), ...more];
    const files = await namesOf(db, 'file', ids, { all: true });
    return ({ file, textContent }) => (file === null ? textContent : (files.get(file) ?? ''));
  }

  /** Bells of a plan that the caller may change. */
  const own = ({ caller }: By, plan: number) =>
    bellsOf(index.tasksOf(plan).filter((task) => present.ownsTask(caller.scope, task)));

  /** Silence of an exam that the caller may change. */
  const silenceOf = ({ caller }: By, plan: number) =>
    index.tasksOf(plan).find((task) => isSilence(task) && present.ownsTask(caller.scope, task));

  const work = createTimetableWork(deps, silenceOf);
  const workOf = async (by: By, id: number, body: TimetableBody) => {
    const files = body.rows.flatMap((row) => row.file ?? []);
    return work(by, id, body, await soundNames(own(by, id), files));
  };

  /** Describes the effect of a change: next start, terminals, and conflicts with other tasks. */
  async function effectOf(by: By, body: TimetableBody, work: TimetableWork): Promise<TimetableChange> {
    const { scope } = by.caller;
    const replaced = new Set([
      ...work.changed.map((one) => one.task.id),
      ...work.removed.map(({ id }) => id),
    ]);
    const rows = [
      ...work.created.map((form) => taskAsStored(form, undefined)),
      ...work.changed.map(({ form, task }) => taskAsStored(form, task)),
    ];
    const exam = rows.find((row) => index.planOf(row)?.exam)?.plan_id;
    const isOfExam = (id: number) => exam !== undefined && index.tasks.get(id)?.plan_id === exam;
    const nextSlice = createSlices();
    const meets = new Map<string, TimetableChange['meets'][number]>();
    const starts: number[] = [];
    for (const row of rows) {
      await nextSlice();
      const run = index.recurrence.next(row, deps.now(), 1)[0];
      if (run !== undefined) starts.push(Math.floor(run.due / 1000));
      for (const one of meetsOfWeek(deps, scope, row)) {
        // The bells of an exam are heard in its silence.
        if (replaced.has(one.task_id) || isOfExam(one.task_id)) continue;
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
    async get(by: By, id: number): Promise<Timetable> {
      plans.seen(by, id);
      const bells = own(by, id);
      const soundName = await soundNames(bells, []);
      const silence = silenceOf(by, id);
      const first = bells[0] ?? silence;
      const seen = index.tasksOf(id).filter((task) => present.seesTask(by.caller.scope, task));
      return {
        devices: first?.devices ?? [],
        orgs: first?.orgs ?? [],
        groups: first?.groups ?? [],
        rows: bells
          .map((task) => bellOf(task, soundName))
          .sort((a, b) => (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : a.id - b.id)),
        quiet:
          silence === undefined
            ? null
            : { start_time: silence.start_time, end_time: silence.end_time ?? silence.start_time },
        others: seen.length - bells.length - (silence === undefined ? 0 : 1),
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
