import { AppError, errorCode, type MessageKey } from '../../../contract/api/errors.ts';
import { type StartRealTimeTask, startRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import type { StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Canceller, StartRequest } from '../queue/queue.types.ts';
import * as queuedStarts from '../queue/queuedStart.repository.ts';
import type { QueuedStartRow } from '../queue/queuedStart.table.ts';
import { startedAnswer } from '../queue/startedAnswer.ts';
import type { StartQueue } from '../queue/startQueue.ts';
import { cancelledBy, type UnplayedStarts } from '../queue/unplayedStarts.ts';
import * as repository from './broadcast.repository.ts';
import { type BroadcastServiceDeps, rowOf, type Starter, startAt } from './startTask.ts';
import { startType } from './startType.ts';

export interface QueuedTaskDeps extends BroadcastServiceDeps {
  queue: StartQueue;
  unplayed: Pick<UnplayedStarts, 'note'>;
  log: { error(details: object, message: string): void };
}

interface TaskStart {
  id: number;
  task: StartRealTimeTask;
  by: Starter;
  /** Wall times of an entry that an earlier run of the server stored. */
  times?: Pick<StartRequest, 'since_at' | 'until_at'>;
}

function requestOf({ id, task, by, times }: TaskStart, terminals: readonly AdoptedTerminal[]): StartRequest {
  const { name, priority, audio_source, busy_policy, wait_s } = task;
  return {
    ...{ id, name, terminals, busy_policy, wait_s, startedBy: by.name, accountId: by.accountId },
    task: { task_type: startType(task), priority, audio_source },
    ...times,
  };
}

/** Starts a task at its terminals, pending meanwhile so that a stop applies to it. */
async function begin(
  deps: BroadcastServiceDeps,
  { id, task, by }: TaskStart,
  terminals: readonly AdoptedTerminal[],
): Promise<void> {
  const pending = deps.engine.pending.begin(terminals.map((one) => one.id));
  try {
    await startAt(deps, by, { id, task, terminals, pending });
  } finally {
    pending.end();
  }
}

/** Stores a start that did not take place in the task log. */
async function noteFailed(
  deps: QueuedTaskDeps,
  { id, task, by }: TaskStart,
  terminals: readonly number[],
  error: AppError,
) {
  const now = Math.floor(Date.now() / 1000);
  const values = {
    ...rowOf(task, [], null, by),
    ...{ id, state: 'ended' as const, ended_at: now, end_reason: 'failed' },
    error: { key: error.key, params: { ...error.params } },
  };
  const known = terminals.filter((one) => deps.directory.byId(one) !== undefined);
  await deps.db.transaction((tx) => repository.insert(tx, values, known));
}

/** Tells the account of a start that it was not played. */
function tell(
  { unplayed, directory }: QueuedTaskDeps,
  start: TaskStart,
  ids: readonly number[],
  error: AppError,
) {
  const { id, task, by } = start;
  const terminals = ids.flatMap((one) => directory.byId(one) ?? []);
  unplayed.note({ id, name: task.name, accountId: by.accountId, terminals }, error);
}

/** Ways in which a task leaves the queue. @param stored resolves when its row is stored */
function turnOf(deps: QueuedTaskDeps, start: TaskStart, terminals: readonly number[], stored: Promise<void>) {
  const background = (work: Promise<unknown>) =>
    void work.catch((err: unknown) =>
      deps.log.error({ err, broadcast: start.id }, 'a queued start was not stored'),
    );
  const forget = () => queuedStarts.remove(deps.db, start.id);
  const failed = (error: AppError) => {
    tell(deps, start, terminals, error);
    return noteFailed(deps, start, terminals, error);
  };
  return {
    async granted(free: readonly AdoptedTerminal[]): Promise<void> {
      await stored;
      try {
        if (free.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
        await begin(deps, start, free);
      } catch (error) {
        await failed(error instanceof AppError ? error : new AppError(errorCode.refused, 'common.failed'));
      } finally {
        background(forget());
      }
    },
    expired: () => background(stored.then(() => expire(failed, start.task)).finally(forget)),
    cancelled(by: Canceller | null) {
      if (by?.accountId !== start.by.accountId) tell(deps, start, terminals, cancelledBy(by));
      background(stored.then(forget));
    },
  };
}

const expire = (failed: (error: AppError) => Promise<void>, { wait_s }: StartRealTimeTask) =>
  failed(new AppError(errorCode.refused, 'broadcast.waitExpired' satisfies MessageKey, { seconds: wait_s }));

/**
 * Starts a task by its policy for busy terminals, or puts it into the queue; then it is stored, so that a next server
 * continues with it.
 *
 * @throws AppError 409 when its terminals are busy and it does not wait; errors of `startAt`
 */
export async function startOrQueue(
  deps: QueuedTaskDeps,
  by: Starter,
  task: StartRealTimeTask,
  terminals: readonly AdoptedTerminal[],
): Promise<StartedTask> {
  const start = { id: deps.ids.next('broadcast'), task, by };
  const stored = Promise.withResolvers<void>();
  const ids = terminals.map((one) => one.id);
  const meeting = deps.queue.meet(requestOf(start, terminals), turnOf(deps, start, ids, stored.promise));
  if (meeting.kind === 'goes') {
    try {
      await begin(deps, start, meeting.terminals);
    } finally {
      meeting.leave();
    }
    return startedAnswer(start.id, meeting.leftOut, false);
  }
  const entry = deps.queue.waiting().find(({ id }) => id === start.id);
  const now = Date.now();
  try {
    await deps.db.transaction(async (tx) => {
      await queuedStarts.insert(tx, {
        ...{
          id: start.id,
          asked: task,
          account_id: by.accountId,
          started_by: by.name,
          operator_code: by.code,
        },
        ...{ ip: by.ip, terminals: ids, since_at: entry?.since_at ?? now },
        until_at: entry?.until_at ?? now + task.wait_s * 1000,
      });
      const audited = { action: 'create', entity: 'queued_start', entity_id: start.id, ip: by.ip };
      const after = { name: task.name, wait_s: task.wait_s, terminals: ids.length };
      await deps.audit.record(tx, by, { ...audited, after });
    });
  } catch (error) {
    deps.queue.cancel(start.id, by);
    throw error;
  } finally {
    stored.resolve();
  }
  return startedAnswer(start.id, [], true);
}

/** Puts the entries that an earlier run of the server stored back into the queue, in their order. */
export async function restoreQueue(deps: QueuedTaskDeps): Promise<void> {
  for (const row of await queuedStarts.all(deps.db)) {
    // The schedule puts them back.
    if (queuedStarts.isAskedRun(row.asked)) continue;
    // Stored by another version of the server.
    const { data: task, error } = startRealTimeTask.safeParse(row.asked);
    if (task !== undefined && row.account_id !== null) {
      restore(deps, row, row.account_id, task);
      continue;
    }
    deps.log.error({ err: error, broadcast: row.id }, 'a queued start cannot be read');
    await queuedStarts.remove(deps.db, row.id);
  }
}

function restore(
  deps: QueuedTaskDeps,
  row: QueuedStartRow,
  accountId: number,
  task: StartRealTimeTask,
): void {
  const by = { accountId, name: row.started_by, code: row.operator_code, ip: row.ip };
  const times = { since_at: row.since_at, until_at: row.until_at };
  const start = { id: row.id, task, by, times };
  const turn = turnOf(deps, start, row.terminals, Promise.resolve());
  const terminals = row.terminals.flatMap((id) => deps.directory.byId(id) ?? []);
  if (Date.now() >= row.until_at) {
    turn.expired();
    return;
  }
  const meeting = deps.queue.meet(requestOf(start, terminals), turn);
  if (meeting.kind === 'goes') void turn.granted(meeting.terminals).finally(meeting.leave);
}
