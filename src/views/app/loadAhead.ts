/** Pause after a part could not be loaded, ms: the link may be back. */
const RETRY_MS = 30_000;

export interface LoadAheadDeps {
  /** Resolves when the browser has nothing else to do. */
  idle(): Promise<void>;
  pause(ms: number): Promise<void>;
}

/** Loading of parts of the console before they are needed. */
export interface LoadAhead {
  /** Tells if a part is being loaded: its failure concerns nobody yet. */
  isLoading(): boolean;
  /** Loads parts one after the other, each again until it is there. */
  load(parts: readonly (() => Promise<unknown>)[]): Promise<void>;
}

/** Creates the loading of parts that a person may need once the link is cut. */
export function createLoadAhead({ idle, pause }: LoadAheadDeps): LoadAhead {
  let isLoading = false;

  async function isLoaded(part: () => Promise<unknown>): Promise<boolean> {
    isLoading = true;
    try {
      await part();
      return true;
    } catch {
      return false;
    } finally {
      isLoading = false;
    }
  }

  return {
    isLoading: () => isLoading,
    async load(parts) {
      for (const part of parts) {
        await idle();
        while (!(await isLoaded(part))) {
          await pause(RETRY_MS);
          await idle();
        }
      }
    },
  };
}

/** Longest time after which the browser counts as idle, ms. */
const BUSY_MS = 10_000;

/** Waits until the browser has nothing else to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no such callback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: BUSY_MS });
    else setTimeout(resolve, BUSY_MS);
  });
