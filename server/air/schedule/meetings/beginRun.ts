import type { RunningBroadcast } from '../../engine/runningBroadcast.ts';
import { storedReason } from '../../engine/storedReason.ts';
import type { LeftOut } from '../../queue/queue.types.ts';
import type { Prepared } from '../preparedRun.ts';
import type { Runs } from '../runs.ts';
import type { RunStart } from '../runValues.ts';
import { type Attempt, reasonsOf } from './attempt.ts';

export interface BeginDeps {
  runs: Pick<Runs, 'begin' | 'prepare' | 'withdraw'>;
  /** Puts a prepared run on the air, without some of its terminals. */
  onAir(prepared: Prepared, start?: RunStart): RunningBroadcast;
}

/**
 * Prepares a run whose turn it is, and puts it on the air; a stop meanwhile applies to it.
 * @param free terminals where it goes; null: all
 * @returns null: its task was deleted
 * @throws AppError with the reason why it cannot be run
 */
export async function beginRun(
  { runs, onAir }: BeginDeps,
  { task, options }: Attempt,
  free: ReadonlySet<number> | null,
  leftOut: readonly LeftOut[],
): Promise<RunningBroadcast | null> {
  const pending = runs.begin(task);
  try {
    const isTimed = options.run !== null;
    const prepared = await runs.prepare(task, {
      ...options,
      ...(isTimed ? { late: true, waited: true } : {}),
    });
    if (prepared === null) return null;
    try {
      pending.mustGoOn(task.name);
    } catch (error) {
      await runs.withdraw(prepared);
      throw error;
    }
    const taken = new Set(pending.taken);
    const busy = reasonsOf(leftOut);
    const others = prepared.terminals
      .filter(({ id }) => free?.has(id) === false || taken.has(id))
      .filter(({ id }) => !busy.some(({ terminal_id }) => terminal_id === id))
      .map(({ id }) => ({
        terminal_id: id,
        first_sound_at: null,
        reason: storedReason({ key: 'stopped', params: { task: task.name } }, true),
      }));
    return onAir(prepared, {
      leftOut: [...busy, ...others],
      ...(isTimed ? {} : { requestedUs: pending.sinceUs }),
    });
  } finally {
    pending.end();
  }
}
