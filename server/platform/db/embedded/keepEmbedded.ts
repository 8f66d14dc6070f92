import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Embedded, startEmbedded } from './embedded.ts';
import { servesCluster } from './postmaster.ts';
import { keepPassword } from './rolePasswords.ts';
import type { EmbeddedOptions } from './startPostmaster.ts';

/** Interval of the check for a running database, ms. */
const LOOK_MS = 1_000;
/** Delay between two attempts to start it, ms. */
const AGAIN_MS = 5_000;

export interface KeepOptions extends EmbeddedOptions {
  /**
   * Called after it had exited by itself (out of memory, killed); `error` is null once it runs again, else
   * the error that prevents it.
   */
  onRestart: (error: unknown) => void;
}

/**
 * Restarts the embedded database whenever it exits by itself, under the same address, while the server keeps
 * playing without it.
 *
 * @returns a function that stops the one that runs then
 */
export function keepEmbedded(first: Embedded, options: KeepOptions): () => Promise<void> {
  const { onRestart } = options;
  const cluster = join(options.dataDir, 'postgres');
  const ending = new AbortController();
  const pause = (ms: number) => delay(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {});
  let current = first;

  /** Connections of the server are to this address for as long as it runs. */
  const { port: address, username, password } = new URL(first.url);
  const port = Number(address);

  async function startAgain(): Promise<void> {
    // The server keeps its password, also if the file was damaged meanwhile.
    keepPassword(cluster, decodeURIComponent(username), decodeURIComponent(password));
    const next = await startEmbedded({ ...options, port });
    // One that another program has started meanwhile, such as a backup, ends with that program.
    if (next.url !== first.url) throw new Error(`the database runs at ${new URL(next.url).host} meanwhile`);
    current = next;
  }

  async function watch(): Promise<void> {
    for (;;) {
      await pause(LOOK_MS);
      if (ending.signal.aborted) return;
      try {
        if (servesCluster(current.pid, cluster)) continue;
        await startAgain();
        onRestart(null);
      } catch (error) {
        onRestart(error);
        await pause(AGAIN_MS);
      }
    }
  }
  const watching = watch();

  return async () => {
    ending.abort();
    await watching;
    await current.stop();
  };
}
