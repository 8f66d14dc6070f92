import { busyPolicy } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Blocker, BusyFields } from '../../../contract/entities/tasks/queuedStart.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Unstarted } from '../engine/rank.ts';
import { type DecideDeps, decideStart } from './decideStart.ts';
import type { LeftOut, OnTurn, StartOutcome } from './queue.types.ts';
import { type QueuedDeps, queuedOf } from './queuedOf.ts';
import { endOf } from './queuedRow.ts';

/** A start as it would be asked for now. */
export interface AskedStart extends BusyFields {
  task: Unstarted;
  terminals: readonly AdoptedTerminal[];
}

type RowOf = (id: number) => Readonly<BroadcastLive> | undefined;

/** Lists the broadcasts that hold busy terminals, that with the most of them first. */
export function blockersOf(busy: readonly LeftOut[], rowOf: RowOf): Blocker[] {
  const found = new Map<number, Blocker>();
  for (const { by } of busy) {
    const { id: task_id, name } = by;
    const known = found.get(task_id) ?? { task_id, name, terminals: 0, ends_at: endOf(rowOf(task_id)) };
    found.set(task_id, { ...known, terminals: known.terminals + 1 });
  }
  return [...found.values()].sort((a, b) => b.terminals - a.terminals);
}

const never: OnTurn = { granted() {}, expired() {}, cancelled() {} };

/** Tells what the policy of a start would do with it now; null: it has none, and goes by its rank. */
export function outcomeOf(
  deps: QueuedDeps & DecideDeps & { rowOf: RowOf },
  { task, terminals, busy_policy, wait_s }: AskedStart,
): StartOutcome | null {
  if (busy_policy === busyPolicy.preempt) return null;
  const unnamed = { id: Number.MAX_SAFE_INTEGER, name: '', startedBy: '', accountId: null };
  const one = queuedOf(deps, { ...unnamed, task, terminals, busy_policy, wait_s }, never);
  const { kind, busy } = decideStart(deps, one);
  return { kind, busy, behind: blockersOf(busy, deps.rowOf), wait_s };
}
