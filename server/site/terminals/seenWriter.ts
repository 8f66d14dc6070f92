import type { Seen } from './terminal.repository.ts';

/**
 * Collection time of one statement, ms: a whole site that reconnects after a restart causes a few statements.
 */
const GATHER_MS = 200;
const RETRY_MS = 2_000;

/** Stores the self-reported facts of terminals in the background; the newest of each wins. */
export function createSeenWriter(
  store: (rows: readonly Seen[]) => Promise<void>,
  log: { error(details: object, message: string): void },
) {
  let waiting = new Map<number, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = undefined;
    const rows = waiting;
    waiting = new Map();
    writing = writing
      .then(() => store([...rows.values()]))
      .catch((error) => {
        log.error({ err: error }, 'terminal connections could not be stored; it is retried');
        for (const [id, row] of rows) if (!waiting.has(id)) waiting.set(id, row);
        timer ??= setTimeout(flush, RETRY_MS).unref();
      });
  }

  return {
    add(row: Seen): void {
      waiting.set(row.id, row);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    /** Writes the rest; a failure now is only logged. */
    async close(): Promise<void> {
      clearTimeout(timer);
      if (waiting.size > 0) flush();
      await writing;
      clearTimeout(timer);
    },
  };
}
