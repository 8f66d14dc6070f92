import { idempotencyKeptMs } from '../../contract/idempotency.ts';
import type { AnsweredRun, NamedRequest } from './key.repository.ts';

/** Most runs, the oldest give way; of other than emergency actions only those are held whose answers could not be stored. */
const MOST = { emergencies: 20_000, others: 1_000 };

export const nameOf = ({ account, route, key }: Pick<NamedRequest, 'account' | 'route' | 'key'>) =>
  `${account} ${route} ${key}`;

/** Runs that are known without the database, for 24 h: all of emergency actions, and some of the others. */
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
    // Last again: the first is the oldest.
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
