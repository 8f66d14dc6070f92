import { idempotencyKeptMs } from '../../../contract/api/idempotency.ts';
import type { AnsweredRun, NamedRequest } from './key.repository.ts';

/**
 * Maximum number of executions in memory, the oldest are removed first; of ordinary requests only those whose
 * response could not be stored are held.
 */
const MOST = { emergencies: 20_000, others: 1_000 };

export const nameOf = ({ account, route, key }: Pick<NamedRequest, 'account' | 'route' | 'key'>) =>
  `${account} ${route} ${key}`;

/** Executions known without the database, for 24 h: all emergency actions, and some others. */
export class RunMemory {
  readonly #emergencies = new Map<string, AnsweredRun>();
  readonly #others = new Map<string, AnsweredRun>();
  readonly #now: () => number;

  /** @param now ms since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  put(run: AnsweredRun): void {
    const runs = run.isEmergency ? this.#emergencies : this.#others;
    const most = run.isEmergency ? MOST.emergencies : MOST.others;
    const name = nameOf(run);
    // Moved to the end: the first entry is the oldest.
    runs.delete(name);
    runs.set(name, run);
    for (const [first, { at }] of runs) {
      if (this.#isNew(at) && runs.size <= most) break;
      runs.delete(first);
    }
  }

  get(request: NamedRequest): AnsweredRun | undefined {
    const name = nameOf(request);
    const found = this.#emergencies.get(name) ?? this.#others.get(name);
    return found !== undefined && this.#isNew(found.at) ? found : undefined;
  }

  #isNew(at: number): boolean {
    return at * 1000 > this.#now() - idempotencyKeptMs;
  }
}
