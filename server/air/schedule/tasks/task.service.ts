import type { z } from 'zod';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { playbackAction } from '../../../../contract/codes.ts';
import type { StartedTask } from '../../../../contract/entities/tasks/queuedStart.ts';
import {
  type SavedTask,
  type ScheduledTask,
  type ScheduledTaskAction,
  type ScheduledTaskForm,
  scheduledTaskForm,
  type scheduledTaskPatch,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import { parseOrThrow } from '../../../platform/crud/parseOrThrow.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { UseRegistry } from '../../../site/uses/registry.ts';
import type { BroadcastService } from '../../broadcast/broadcast.service.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { Journal } from '../../journal/journal.ts';
import { journalAction } from '../../journal/journalAction.ts';
import { subjectOf } from '../../journal/subject.ts';
import { startedAnswer } from '../../queue/startedAnswer.ts';
import type { TaskRow } from '../schedule.repository.ts';
import { type Read, readLater } from '../scheduleIndex.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Sources } from '../sources.ts';
import { type OverlapDeps, soundings } from './overlaps.ts';
import { meetsOfWeek } from './preview.ts';
import { createTaskCheck, type TaskCheckDeps } from './taskCheck.ts';
import { fieldNames, formOf, inPlay, taskNotFound } from './taskFields.ts';
import { createTaskWrites } from './taskWrites.ts';

export interface TaskServiceDeps extends OverlapDeps, TaskCheckDeps {
  uses: UseRegistry;
  db: Db;
  audit: Audit;
  journal: Pick<Journal, 'add' | 'safe'>;
  sources: Sources;
  broadcasts: BroadcastService;
  scheduler: Pick<Scheduler, 'meetings'>;
  stopped: Set<number>;
  /** Publishes the effect of a person's action at once. */
  show(): void;
  now(): number;
}

const outside = () => new AppError(errorCode.forbidden, 'auth.outsideZone');

/** Creates the service of saved tasks: writing, enabling, and starting by hand. */
export function createTaskService(deps: TaskServiceDeps) {
  const { db, index, present, sources, stopped } = deps;
  const { meetings } = deps.scheduler;
  const { mayTest, check } = createTaskCheck(deps);
  const writes = createTaskWrites(deps);

  /** Finds a task that the caller may see. @throws AppError 404 */
  function seen({ caller }: By, id: number): TaskRow {
    const task = index.tasks.get(id);
    if (task === undefined || !present.seesTask(caller.scope, task)) throw taskNotFound();
    return task;
  }
  /** Finds a task that the caller may change. @throws AppError 404, 403 */
  function own(by: By, id: number): TaskRow {
    const task = seen(by, id);
    if (!present.ownsTask(by.caller.scope, task)) throw outside();
    return task;
  }

  const record = { entity: 'scheduled_task' };
  async function written(ids: readonly number[]): Promise<void> {
    await index.load(ids);
    for (const id of ids) {
      const task = index.tasks.get(id);
      if (task !== undefined) void sources.speakAhead(task);
    }
  }

  function saved(by: By, id: number): SavedTask {
    const task = index.tasks.get(id);
    if (task === undefined) throw taskNotFound();
    return { ...present.taskRow(by.caller.scope, task), meets: meetsOfWeek(deps, by.caller.scope, task) };
  }

  /** @throws AppError 999 while it plays */
  function idle(task: TaskRow): void {
    if (present.running().has(task.id)) throw new AppError(errorCode.refused, 'broadcast.stopRealTimeFirst');
  }

  async function create(by: By, form: ScheduledTaskForm): Promise<number> {
    return db.transaction((tx) => writes.create(by, form, tx));
  }

  async function change(
    by: By,
    task: TaskRow,
    values: Partial<ScheduledTaskForm>,
    action = 'edit',
    read: Read = written,
  ) {
    await db.transaction((tx) => writes.change(by, task, values, tx, action));
    await read([task.id]);
  }

  async function remove(by: By, id: number, read: Read = written): Promise<void> {
    const task = own(by, id);
    idle(task);
    await db.transaction((tx) => writes.remove(by, task, tx));
    await read([id]);
  }

  /** @returns null: a control task, which is done, or a deleted task */
  async function startByHand(by: By, task: TaskRow): Promise<StartedTask | null> {
    if (present.running().has(task.id))
      throw new AppError(errorCode.refused, 'broadcast.alreadyRunning', { name: task.name });
    mayTest(by.caller, task);
    const { id, broadcast, waits, leftOut } = await meetings.startNow(task, by.caller);
    // It is heard: without the database its entry waits in the journal.
    const of = broadcast === null ? 'site' : subjectOf(broadcast.row);
    const entry = { ...record, action: 'start', entity_id: task.id, ip: by.ip };
    await journalAction(deps.journal, of, by.caller, entry);
    return id === null ? null : startedAnswer(id, leftOut, waits);
  }

  async function operate(
    by: By,
    id: number,
    action: ScheduledTaskAction,
    read: Read,
  ): Promise<StartedTask | null> {
    if (action === 'enable' || action === 'disable') {
      const changed = own(by, id);
      if (action === 'enable') mayTest(by.caller, changed);
      await change(by, changed, { enabled: action === 'enable' }, action, read);
      return null;
    }
    // Like any broadcast, a task may be stopped by a caller who sees some of its terminals.
    const task = action === 'stop' ? seen(by, id) : own(by, id);
    if (action === 'start') return startByHand(by, task);
    const b = present.running().get(id);
    if (b === undefined && action === 'stop' && meetings.starterOf(id) !== undefined) {
      await stopWaiting(by, own(by, id));
      return null;
    }
    if (b === undefined) throw new AppError(errorCode.refused, 'broadcast.notRunning', { name: task.name });
    if (action === 'stop') {
      await deps.broadcasts.stop(by, b.id);
      if (!present.running().has(id)) stopped.add(id);
    } else await deps.broadcasts[action === playbackAction.resume ? 'resume' : 'pause'](by, b.id);
    return null;
  }

  /** Takes the run of a task out of the queue. */
  async function stopWaiting({ caller, ip }: By, task: TaskRow): Promise<void> {
    meetings.recall([task.id], caller);
    await journalAction(deps.journal, 'site', caller, { ...record, action: 'stop', entity_id: task.id, ip });
  }

  return {
    seen,
    own,
    mayTest,
    remove,
    /** @returns the start, for the action `start`, unless it is a control task */
    async operate(by: By, id: number, action: ScheduledTaskAction): Promise<StartedTask | null> {
      const started = await operate(by, id, action, written);
      deps.show();
      return started;
    },
    /** Same operations for many tasks, one after the other; changes are read and published once, by `all`. */
    many() {
      const later = readLater(written);
      return {
        remove: (by: By, id: number) => remove(by, id, later.read),
        async operate(by: By, id: number, action: ScheduledTaskAction): Promise<void> {
          await operate(by, id, action, later.read);
        },
        async all(): Promise<void> {
          await later.all();
          deps.show();
        },
      };
    },
    check,
    get: (by: By, id: number): ScheduledTask => present.taskRow(by.caller.scope, seen(by, id)),
    async create(by: By, form: ScheduledTaskForm): Promise<SavedTask> {
      await check(by, form);
      const id = await create(by, form);
      await written([id]);
      return saved(by, id);
    },
    async patch(by: By, id: number, patch: z.output<typeof scheduledTaskPatch>): Promise<SavedTask> {
      const { rev, ...values } = patch;
      const task = own(by, id);
      if (rev !== undefined && rev !== task.rev) throw new AppError(errorCode.conflict, 'common.conflict');
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const playing = present.running().has(id);
      if (playing && (given.files as unknown[] | undefined)?.length === 0 && task.audio_source === 0)
        throw new AppError(errorCode.refused, 'broadcast.listNotEmptyWhilePlaying');
      const form = parseOrThrow(scheduledTaskForm, { ...formOf(task), ...given });
      const changed = fieldNames.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(task[name]));
      if (changed.some((name) => inPlay.has(name))) idle(task);
      await check(by, form);
      if (changed.length > 0)
        await change(by, task, Object.fromEntries(changed.map((name) => [name, form[name]])));
      return saved(by, id);
    },
    async copy(by: By, id: number, name: string, plan_id: number | null | undefined): Promise<SavedTask> {
      const task = own(by, id);
      const form = { ...formOf(task), name, enabled: false, ...(plan_id === undefined ? {} : { plan_id }) };
      await check(by, form);
      const made = await create(by, form);
      await written([made]);
      return saved(by, made);
    },
    /** Tasks that the caller sees, for lists, timelines and exports. */
    visible: (by: By): TaskRow[] =>
      [...index.tasks.values()].filter((task) => present.seesTask(by.caller.scope, task)),
    written,
    idle,
    /** Writes within the transaction of another service, which then calls `written`. */
    writes,
    soundings: (tasks: Iterable<TaskRow>, from: number, to: number) => soundings(deps, tasks, from, to),
  };
}
export type TaskService = ReturnType<typeof createTaskService>;
