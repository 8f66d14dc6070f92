import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { LeftOut } from './queue.types.ts';
import { blockersOf } from './startOutcome.ts';

/** Most broadcasts that a refusal names. */
const MAX_NAMED = 3;

interface RefusalDeps {
  /** Live row of a running broadcast. */
  rowOf(id: number): Readonly<BroadcastLive> | undefined;
  /** Wall time, epoch ms. */
  now(): number;
}

/** Refusal that names what holds how many of the terminals, and for how long if that is known. */
export function refusal(busy: readonly LeftOut[], deps: RefusalDeps): AppError {
  const tasks = blockersOf(busy, deps.rowOf)
    .slice(0, MAX_NAMED)
    .map(({ name, terminals: n, ends_at }) => {
      const left_s = ends_at === null ? null : Math.max(0, Math.ceil((ends_at - deps.now()) / 1000));
      return left_s === null ? `${name} (${n})` : `${name} (${n}, ${left_s} s)`;
    })
    .join(', ');
  return new AppError(errorCode.conflict, 'broadcast.targetsBusy', { terminals: busy.length, tasks });
}
