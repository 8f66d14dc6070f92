import type { NewRecording, RecordingEnd } from './recording.repository.ts';

/** Where rows of recordings go. */
export interface RowStore {
  insert(row: NewRecording): Promise<number>;
  end(id: number, end: RecordingEnd): Promise<void>;
  /** Nothing was recorded after all. */
  remove(id: number): Promise<void>;
}

/** The row of one file: what it begins with, and what is known at its end (null: there is no file). */
export interface Page {
  readonly row: NewRecording;
  end: RecordingEnd | null | undefined;
}

/**
 * The rows of recordings. They follow their files: a database that is away, or slow, holds no sound up; what it lacks is stored
 * when it is back.
 */
export function createBooks(deps: {
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

  /** Stores what is not stored yet. Never rejects: what fails is stored the next time. */
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
    /** A file has been begun. Set `end` of what is returned, and say `changed`. */
    open(row: NewRecording): Page {
      const page: Page = { row, end: undefined };
      ids.set(page, null);
      return page;
    },
    settle,
    /** Everything so far, once. */
    async close(): Promise<void> {
      await writing;
      await settle();
    },
  };
}
export type Books = ReturnType<typeof createBooks>;
