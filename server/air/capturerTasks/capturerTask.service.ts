import type { z } from 'zod';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  type CapturerTask,
  type CapturerTaskAction,
  type CapturerTaskForm,
  capturerTaskFields,
  capturerTaskForm,
  type capturerTaskPatch,
} from '../../../contract/entities/tasks/capturerTask.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { parseOrThrow } from '../../platform/crud/parseOrThrow.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { BroadcastService } from '../broadcast/broadcast.service.ts';
import type { By } from '../broadcast/startTask.ts';
import { resolveTargets } from '../broadcast/targetResolver.ts';
import type { Journal } from '../journal/journal.ts';
import { subjectOf } from '../journal/subject.ts';
import type { ReachDeps, Reaches } from '../schedule/reach.ts';
import { capturerIn } from '../talk/captured.ts';
import * as repository from './capturerTask.repository.ts';
import { type CapturerTaskViews, type CapturerTaskViewsDeps, runningOf } from './capturerTaskViews.ts';
import { type StartCapturerDeps, startCapturer } from './startCapturer.ts';

/** Limit of tasks, more than a site needs. */
const MAX_TASKS = 2_000;

export interface CapturerTaskServiceDeps extends StartCapturerDeps {
  db: Db;
  audit: Audit;
  engine: StartCapturerDeps['engine'] & CapturerTaskViewsDeps['engine'];
  journal: Pick<Journal, 'add' | 'safe'>;
  where: ReachDeps;
  reaches: Reaches;
  present: CapturerTaskViews;
  broadcasts: Pick<BroadcastService, 'pause' | 'resume' | 'stop'>;
  rows(): ReadonlyMap<number, repository.CapturerTaskRow>;
  /** Called after a commit; resolves when `rows` has the change. */
  changed(): Promise<void>;
}

const fieldNames = Object.keys(capturerTaskFields.shape) as (keyof CapturerTaskForm)[];
/** Fields that must not change while the task plays: it has to be stopped first. */
const inPlay = new Set<string>(['capturer', 'capturer_channel', 'devices', 'orgs', 'groups', 'duration']);

/** Service of capturer tasks: changes and actions. */
export function createCapturerTaskService(deps: CapturerTaskServiceDeps) {
  const { db, where, present } = deps;

  /** @throws AppError 404 */
  function seen({ caller }: By, id: number): [repository.CapturerTaskRow, CapturerTask] {
    const row = deps.rows().get(id);
    const shown = row === undefined ? null : present.row(caller.scope, row);
    if (row === undefined || shown === null) throw new AppError(errorCode.notFound, 'broadcast.taskNotFound');
    return [row, shown];
  }
  /** @throws AppError 404, 403 when it lies partly outside the scope */
  function own(by: By, id: number): repository.CapturerTaskRow {
    const [row, shown] = seen(by, id);
    const org = where.directory.byId(row.capturer)?.org ?? null;
    if (!shown.whole || !inScope(by.caller.scope, org))
      throw new AppError(errorCode.forbidden, 'auth.outsideZone');
    return row;
  }
  const runningAs = (id: number) => runningOf(deps.engine).get(id);
  function idle(id: number): void {
    if (runningAs(id) !== undefined) throw new AppError(errorCode.refused, 'broadcast.stopRealTimeFirst');
  }

  /** @throws AppError 404 for references that the caller cannot see */
  function valuesOf({ caller }: By, form: CapturerTaskForm): repository.NewCapturerTask {
    const { id } = capturerIn(where.directory, caller.scope, form.capturer);
    try {
      resolveTargets(where, caller.scope, form);
    } catch (error) {
      // A zone may have no terminal yet.
      if (!(error instanceof AppError && error.key === 'broadcast.noDevices')) throw error;
    }
    return { ...form, capturer: id, capturer_channel: form.capturer_channel ?? 1 };
  }

  /** Writes in a transaction with an entry in the audit log. */
  async function write(
    { caller, ip }: By,
    action: string,
    logged: { before?: object; after?: object },
    work: (tx: Tx) => Promise<number>,
  ): Promise<number> {
    const id = await db.transaction(async (tx) => {
      const entity_id = await work(tx);
      const entry = { action, entity: 'capturer_task', entity_id, ip };
      await deps.audit.record(tx, caller, { ...entry, ...(logged as Record<string, never>) });
      return entity_id;
    });
    await deps.changed();
    return id;
  }

  async function change(by: By, row: repository.CapturerTaskRow, values: object, action = 'edit') {
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, row[key as keyof typeof row]]));
    await write(by, action, { before, after: values }, async (tx) => {
      await repository.update(tx, row.id, values);
      return row.id;
    });
  }

  async function start(by: By, row: repository.CapturerTaskRow): Promise<void> {
    if (runningAs(row.id) !== undefined)
      throw new AppError(errorCode.refused, 'broadcast.alreadyRunning', { name: row.name });
    const capturer = capturerIn(where.directory, by.caller.scope, row.capturer);
    const { terminals } = deps.reaches.recent.of(row);
    const started = startCapturer(deps, row, { capturer, terminals }, { ...by.caller, ip: by.ip });
    await deps.journal.safe(subjectOf(started.row));
  }

  return {
    get: (by: By, id: number): CapturerTask => seen(by, id)[1],
    list: ({ caller }: By): CapturerTask[] =>
      [...deps.rows().values()].flatMap((row) => present.row(caller.scope, row) ?? []),
    async create(by: By, form: CapturerTaskForm): Promise<CapturerTask> {
      if (deps.rows().size >= MAX_TASKS)
        throw new AppError(errorCode.refused, 'schedule.tooManyTasks', { max: MAX_TASKS });
      const values = valuesOf(by, form);
      const id = await write(by, 'create', { after: form }, (tx) => repository.insert(tx, values));
      return seen(by, id)[1];
    },
    async patch(by: By, id: number, patch: z.output<typeof capturerTaskPatch>): Promise<CapturerTask> {
      const { rev, ...values } = patch;
      const row = own(by, id);
      if (rev !== undefined && rev !== row.rev) throw new AppError(errorCode.conflict, 'common.conflict');
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      const form = parseOrThrow(capturerTaskForm, { ...row, ...Object.fromEntries(given) });
      const changed = fieldNames.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(row[name]));
      if (changed.some((name) => inPlay.has(name))) idle(id);
      const all = valuesOf(by, form);
      if (changed.length > 0)
        await change(by, row, Object.fromEntries(changed.map((name) => [name, all[name]])));
      return seen(by, id)[1];
    },
    async remove(by: By, id: number): Promise<void> {
      const row = own(by, id);
      idle(id);
      await write(by, 'delete', { before: row }, async (tx) => {
        await repository.remove(tx, id);
        return id;
      });
    },
    async operate(by: By, id: number, action: CapturerTaskAction): Promise<void> {
      if (action === 'enable' || action === 'disable')
        return change(by, own(by, id), { enabled: action === 'enable' }, action);
      // A caller who sees some of its terminals may stop it there, as with any broadcast.
      const row = action === 'stop' ? seen(by, id)[0] : own(by, id);
      if (action === 'start') await start(by, row);
      else {
        const b = runningAs(id);
        if (b === undefined)
          throw new AppError(errorCode.refused, 'broadcast.notRunning', { name: row.name });
        await deps.broadcasts[action](by, b.id);
      }
      present.now();
    },
  };
}
export type CapturerTaskService = ReturnType<typeof createCapturerTaskService>;
