import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashJob } from './hashWorker.ts';
import type { HashCost } from './password.ts';

/** A worker thread that hashes one password at a time; started by its first job. */
export interface HashThread {
  /** @throws Error when the thread ends meanwhile, or the stored hash is invalid */
  do(job: HashJob): Promise<Exclude<HashAnswer, { error: string }>>;
  close(): Promise<void>;
}

export function createHashThread(cost: HashCost): HashThread {
  let worker: Worker | null = null;

  function started(): Worker {
    const one = new Worker(new URL('./hashWorker.ts', import.meta.url), {
      name: 'passwords',
      execArgv: [],
      workerData: cost,
    });
    // Does not keep the process alive; the next job starts another one if it has ended.
    one.unref();
    one.on('error', () => {});
    one.on('exit', () => {
      if (worker === one) worker = null;
    });
    return one;
  }

  return {
    do(job) {
      worker ??= started();
      const own = worker;
      const { promise, resolve, reject } = Promise.withResolvers<Exclude<HashAnswer, { error: string }>>();
      const onMessage = (answer: HashAnswer) => {
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer);
      };
      const onError = (error: unknown) => reject(error);
      const onExit = () => reject(new Error('the thread that hashes passwords has ended'));
      own.once('message', onMessage).once('error', onError).once('exit', onExit);
      own.postMessage(job);
      return promise.finally(() => {
        own.off('message', onMessage).off('error', onError).off('exit', onExit);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}
