import { hasSqlState } from './client.ts';

/** SQL states of transactions that PostgreSQL has rolled back and that may succeed in another run. */
const passing = { deadlock: '40P01', serialization: '40001' };
/** Maximum number of runs of a transaction, the first included. */
const MAX_RUNS = 4;

/**
 * Runs a transaction, and again when PostgreSQL ends it because of a deadlock or serialization failure. `run`
 * must change nothing outside its transaction.
 * @throws any other error, or the error of the last run
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
