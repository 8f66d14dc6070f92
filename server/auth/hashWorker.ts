import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { HashAnswer, HashJob } from './hashThread.ts';
import { checkPassword, hashPassword } from './password.ts';

/** Below whatever sends sound and stores, above the processes that build media (19). */
const NICER = 10;
const LOWEST = 19;

// Linux gives each thread a priority of its own; elsewhere this would be the priority of the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(getPriority(0) + NICER, LOWEST));
  } catch {
    // A system that does not allow it still hashes, only less politely.
  }
}

function answerTo(job: HashJob): HashAnswer {
  try {
    return 'stored' in job
      ? { right: checkPassword(job.stored, job.password) }
      : { hash: hashPassword(job.password) };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(answerTo(job)));
