/** Lets at most `count` jobs run at a time, first come first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs `job` when it is its turn. Once `signal` is aborted there is no turn to wait for: the job is called at
   * once, without a place, to say that it was cancelled.
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

  /** True with a place, false when aborted. */
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
      // Not among them: it has just been given its place.
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
