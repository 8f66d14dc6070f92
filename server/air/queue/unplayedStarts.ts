import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { Scope } from '../../platform/live/scope.ts';
import type { Canceller } from './queue.types.ts';
import type { UnplayedStartStore } from './unplayedStart.repository.ts';

/** Most notices kept, and the longest time of one, ms. */
const MAX_KEPT = 200;
const KEPT_MS = 24 * 3_600_000;

export interface UnplayedStartsDeps {
  topic: Pick<Topic<UnplayedStartLive>, 'upsert' | 'remove' | 'get' | 'snapshot'>;
  store: UnplayedStartStore;
  /** Wall time, epoch ms. */
  now(): number;
  log: { error(details: object, message: string): void };
}

/** A start that left the queue without being played. */
export interface Unplayed {
  id: number;
  name: string;
  /** Account that asked for it; null: nobody is told. */
  accountId: number | null;
  terminals: readonly { org: number | null }[];
}

/** Reduces the zones of a row to those of its reader. */
export function unplayedView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const { org } = fields as Partial<UnplayedStartLive>;
  return scope.all === true || org == null
    ? fields
    : { ...fields, org: org.filter((id) => scope.ids.has(id)) };
}

/** Reason of a start that was cancelled while it waited. @param by null: not by a person */
export const cancelledBy = (by: Canceller | null): AppError =>
  by === null
    ? new AppError(errorCode.refused, 'broadcast.waitCancelled')
    : new AppError(errorCode.refused, 'broadcast.waitCancelledBy', { name: by.name });

/**
 * Notices for accounts whose starts waited and were not played. They are kept until they are dismissed, also over a
 * restart of the server; the task log has the reasons as well.
 */
export function createUnplayedStarts({ topic, store, now, log }: UnplayedStartsDeps) {
  /** Writes follow each other: a notice may be dismissed before it is stored. */
  let written: Promise<unknown> = Promise.resolve();

  function write(work: () => Promise<void>): Promise<unknown> {
    // Without the database the notice is seen all the same.
    written = written.then(work).catch((err: unknown) => log.error({ err }, 'a notice was not stored'));
    return written;
  }

  function remove(ids: readonly number[]): Promise<unknown> {
    for (const id of ids) topic.remove(id);
    return ids.length === 0 ? written : write(() => store.remove(ids));
  }

  function forgetOld(): void {
    const rows = topic.snapshot().toSorted((a, b) => b.at - a.at);
    void remove(rows.filter(({ at }, i) => i >= MAX_KEPT || at < now() - KEPT_MS).map(({ id }) => id));
  }

  return {
    note({ id, name, accountId, terminals }: Unplayed, { key, params = {} }: AppError): void {
      if (accountId === null) return;
      const zones = [...new Set(terminals.flatMap(({ org }) => org ?? []))];
      const reason = { key, params: { ...params } };
      const row = {
        ...{ id, org: zones.length === 0 ? null : zones, name },
        ...{ account_id: accountId, at: now(), reason },
      };
      topic.upsert(row);
      void write(() => store.add(row));
      forgetOld();
    },
    /** Removes a notice of an account. @throws AppError 404 */
    async dismiss(accountId: number, id: number): Promise<void> {
      if (topic.get(id)?.account_id !== accountId)
        throw new AppError(errorCode.notFound, 'broadcast.notQueued');
      await remove([id]);
    },
    /** Shows the notices that an earlier run of the server stored. */
    async restore(): Promise<void> {
      for (const row of await store.all()) topic.upsert(row);
      forgetOld();
    },
    /** Resolves when everything is stored. */
    async close(): Promise<void> {
      await written;
    },
  };
}
export type UnplayedStarts = ReturnType<typeof createUnplayedStarts>;
