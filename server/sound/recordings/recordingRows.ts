import type { NewRecording, RecordingEnd } from './recording.repository.ts';

/** Store of the rows of recordings. */
export interface RowStore {
  insert(row: NewRecording): Promise<number>;
  end(id: number, end: RecordingEnd): Promise<void>;
  /** Removes the row of a recording without sound. */
  remove(id: number): Promise<void>;
}

/** Row of one file: its values at the beginning, and at the end (null: there is no file). */
export interface Page {
  readonly row: NewRecording;
  end: RecordingEnd | null | undefined;
}

/**
 * Rows of recordings, written after their files: a database that is away or slow does not block recording;
 * missing rows are stored when it is back.
 */
export function createRecordingRows(deps: {
  store: RowStore;
  log: { error(details: object, message: string): void };
}) {
  const { store, log } = deps;
  const ids = new Map<Page, number | null>();
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    for (const [page, known] of ids) {
      let id = known;
      if (id === null && page.end !== null) {
        id = await store.insert({ ...page.row, ...page.end });
        ids.set(page, id);
      } else if (id !== null && page.end) await store.end(id, page.end);
      else if (id !== null && page.end === null) await store.remove(id);
      if (page.end !== undefined) ids.delete(page);
    }
  }

  /** Stores what is not stored yet. Never rejects: failed writes are retried at the next call. */
  function settle(): Promise<void> {
    writing ??= write()
      .catch((error: unknown) =>
        log.error({ err: error }, 'recordings could not be stored; it is tried again'),
      )
      .finally(() => {
        writing = null;
      });
    return writing;
  }

  return {
    /** Registers a new file. Set `end` of the result when the recording ends; the next `settle` stores it. */
    open(row: NewRecording): Page {
      const page: Page = { row, end: undefined };
      ids.set(page, null);
      return page;
    },
    settle,
    /** Tells if a file is being recorded, or its row is not completely stored yet. */
    holds: (path: string): boolean => [...ids.keys()].some(({ row }) => row.path === path),
    /** Stores everything so far, once. */
    async close(): Promise<void> {
      await writing;
      await settle();
    },
  };
}
export type RecordingRows = ReturnType<typeof createRecordingRows>;
