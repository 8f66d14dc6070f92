/**
 * Collection time of one statement, ms: a whole site that reconnects after a restart causes a few statements.
 */
const GATHER_MS = 200;
const RETRY_MS = 2_000;

/** Stores facts of terminals in the background; the newest of each wins. `failed` is called before each retry. */
export function createLatestWriter<Row extends { id: number }>(
  store: (rows: readonly Row[]) => Promise<void>,
  failed: (error: unknown) => void,
) {
  let waiting = new Map<number, Row>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = undefined;
    const rows = waiting;
    waiting = new Map();
    writing = writing
      .then(() => store([...rows.values()]))
      .catch((error) => {
        failed(error);
        for (const [id, row] of rows) if (!waiting.has(id)) waiting.set(id, row);
        timer ??= setTimeout(flush, RETRY_MS).unref();
      });
  }

  return {
    add(row: Row): void {
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
