import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { checkPassword, type HashCost, hashPassword } from './password.ts';

export type HashJob = { password: string } | { password: string; stored: string | null };
export type HashAnswer = { hash: string } | { right: boolean } | { error: string };

/**
 * Niceness relative to the server: below the threads that send audio and store, above the processes that
 * build media (19).
 */
const NICER = 10;
const LOWEST = 19;

// Linux gives each thread its own priority; elsewhere this would change the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(getPriority(0) + NICER, LOWEST));
  } catch {
    // Without permission it hashes at normal priority.
  }
}

const cost = workerData as HashCost;

function answerTo(job: HashJob): HashAnswer {
  try {
    return 'stored' in job
      ? { right: checkPassword(job.stored, job.password, cost) }
      : { hash: hashPassword(job.password, cost) };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(answerTo(job)));
