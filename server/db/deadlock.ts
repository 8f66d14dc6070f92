import { hasSqlState } from './client.ts';

/** SQL states after which PostgreSQL has undone a transaction that may succeed when it is run again. */
const passing = { deadlock: '40P01', serialization: '40001' };
/** Runs of one transaction, the first included. */
const MAX_RUNS = 4;

/**
 * Runs a transaction, and runs it again when PostgreSQL ends it to break a deadlock. `run` must change nothing
 * outside its transaction. Any other error, or the error of the last run, is thrown.
 */
export async function rerunOnDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let left = MAX_RUNS - 1; ; left--) {
    try {
      return await run();
    } catch (error) {
      const mayPass = Object.values(passing).some((state) => hasSqlState(error, state));
      if (!mayPass || left === 0) throw error;
    }
  }
}
