import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { Scope } from '../../platform/live/scope.ts';
import type { Canceller } from './queue.types.ts';

/** Most notices kept, and the longest time of one, ms. */
const MAX_KEPT = 200;
const KEPT_MS = 24 * 3_600_000;

export interface UnplayedStartsDeps {
  topic: Pick<Topic<UnplayedStartLive>, 'upsert' | 'remove' | 'get' | 'snapshot'>;
  /** Wall time, epoch ms. */
  now(): number;
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
 * Notices for accounts whose starts waited and were not played. They are kept in memory until they are dismissed; the
 * task log has the reasons as well.
 */
export function createUnplayedStarts({ topic, now }: UnplayedStartsDeps) {
  function forgetOld(): void {
    const rows = topic.snapshot().toSorted((a, b) => b.at - a.at);
    for (const [i, { id, at }] of rows.entries()) if (i >= MAX_KEPT || at < now() - KEPT_MS) topic.remove(id);
  }

  return {
    note({ id, name, accountId, terminals }: Unplayed, { key, params = {} }: AppError): void {
      if (accountId === null) return;
      const zones = [...new Set(terminals.flatMap(({ org }) => org ?? []))];
      const reason = { key, params: { ...params } };
      topic.upsert({
        ...{ id, org: zones.length === 0 ? null : zones, name },
        ...{ account_id: accountId, at: now(), reason },
      });
      forgetOld();
    },
    /** Removes a notice of an account. @throws AppError 404 */
    dismiss(accountId: number, id: number): void {
      if (topic.get(id)?.account_id !== accountId)
        throw new AppError(errorCode.notFound, 'broadcast.notQueued');
      topic.remove(id);
    },
  };
}
export type UnplayedStarts = ReturnType<typeof createUnplayedStarts>;
