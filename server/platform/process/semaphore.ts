/** Limits concurrent jobs to `count`, first come first served. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs `job` when a slot is free. Once `signal` is aborted the job is called immediately, without a slot,
   * so that it can report the cancellation.
   */
  async run<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (!(await this.#turn(signal))) return job();
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /** Resolves true with a slot, false when aborted. */
  async #turn(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return false;
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const grant = () => resolve(true);
    const abort = () => {
      const at = this.#waiting.indexOf(grant);
      // Not in the queue any more: it has just been given a slot.
      if (at >= 0) this.#waiting.splice(at, 1);
      if (at >= 0) resolve(false);
    };
    this.#waiting.push(grant);
    signal?.addEventListener('abort', abort);
    const granted = await promise;
    signal?.removeEventListener('abort', abort);
    return granted;
  }
}
