import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { QueuedStartLive } from '../../../contract/entities/tasks/queuedStart.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { Journal } from '../journal/journal.ts';
import { journalAction } from '../journal/journalAction.ts';
import { queuedView } from './queuedRow.ts';
import type { StartQueue } from './startQueue.ts';
import type { UnplayedStarts } from './unplayedStarts.ts';

/** Permission keys that allow to stop broadcasts, and to cancel the queued starts of others. */
const stopping = ['operate_real_time_task', 'operate_task'] as const;

export interface QueueServiceDeps {
  queue: StartQueue;
  journal: Pick<Journal, 'add' | 'safe'>;
  directory: Directory;
  unplayed: Pick<UnplayedStarts, 'dismiss'>;
}

/** Service of the queue for persons: what waits, and cancelling it. */
export function createQueueService({ queue, journal, directory, unplayed }: QueueServiceDeps) {
  const isOwn = (caller: Caller) => (id: number) => inScope(caller.scope, directory.byId(id)?.org ?? -1);

  return {
    /** Entries with a terminal in the caller's zones, reduced to these. */
    list: ({ scope }: Caller): QueuedStartLive[] =>
      queue
        .waiting()
        .flatMap(({ id }) => queue.row(id) ?? [])
        .filter(({ org }) => inScope(scope, org))
        .map((row) => queuedView({ ...row }, scope) as QueuedStartLive),

    /**
     * Cancels an entry: the whole one for its owner, else the caller's terminals of it.
     * @throws AppError 404 for an entry that does not wait or is not visible; 403 without the right to stop broadcasts
     */
    async cancel(caller: Caller, ip: string, id: number): Promise<void> {
      const one = queue.waiting().find((entry) => entry.id === id);
      const isOwner = one !== undefined && one.request.accountId === caller.accountId;
      const own = one === undefined ? [] : [...one.terminals].filter(isOwn(caller));
      if (one === undefined || (!isOwner && own.length === 0))
        throw new AppError(errorCode.notFound, 'broadcast.notQueued');
      if (!isOwner && !stopping.some((key) => caller.permissions.has(key)))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const terminals = isOwner ? [...one.terminals] : own;
      queue.cancel(id, caller, terminals);
      const after = { name: one.request.name, terminals: terminals.length };
      const entry = { action: 'cancel', entity: 'queued_start', entity_id: id, ip, after };
      await journalAction(journal, 'site', caller, entry);
    },
    /** Removes a notice of the caller. @throws AppError 404 */
    dismiss: (caller: Caller, id: number): Promise<void> => unplayed.dismiss(caller.accountId, id),
  };
}
export type QueueService = ReturnType<typeof createQueueService>;
