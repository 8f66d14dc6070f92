import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredInputs } from '../machine/inputs.ts';
import type { Part } from './part.ts';

/** In the data folder, beside what the embedded database keeps there. */
export const JOURNAL_FILE = 'alarms.journal';
/** What the database has not stored by then goes into the file, ms: while it is there, almost nothing does. */
const SPILL_MS = 50;
const RETRY_MS = 1_000;

/** A line of the file: what was noted of an alarm, or which inputs are active. */
export interface Line {
  /** Counts up, over restarts too. */
  seq: number;
  /** Null: of no alarm. */
  alarm: number | null;
  part?: Partial<Part>;
  inputs?: StoredInputs;
}

/** A file for what the database does not take: lines are only added, and flushed to the disk (`fdatasync`). */
export interface JournalFile {
  add(line: Line): void;
  /** Resolves when all that was added so far is on the disk, or stored elsewhere: `clear`. */
  safe(): Promise<void>;
  /** All that was added so far is stored: the file is made empty. */
  clear(): void;
  close(): Promise<void>;
}

/** The lines of the file, in their order, each once. One that was cut off where a process ended is left out. */
export async function readJournal(dataDir: string): Promise<Line[]> {
  const text = await readFile(join(dataDir, JOURNAL_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines: Line[] = [];
  for (const one of text.split('\n')) {
    const line = parsed(one);
    if (line !== null && line.seq > (lines.at(-1)?.seq ?? 0)) lines.push(line);
  }
  return lines;
}

function parsed(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}

export async function openJournalFile(
  dataDir: string,
  log: { error(details: object, message: string): void },
): Promise<JournalFile> {
  const handle = await open(join(dataDir, JOURNAL_FILE), 'a');
  let lines: string[] = [];
  /** Who waits for the lines that wait, and for those that are being written. */
  let waiting: (() => void)[] = [];
  let writing: (() => void)[] = [];
  let isWriting = false;
  let isEmpty = (await handle.stat()).size === 0;
  let shallClear = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;

  const end = (waiters: (() => void)[]) => {
    for (const resolve of waiters.splice(0)) resolve();
  };
  async function append(): Promise<void> {
    const text = lines.join('');
    lines = [];
    writing = waiting;
    waiting = [];
    isEmpty = false;
    isWriting = true;
    try {
      await handle.appendFile(text);
      await handle.datasync();
      end(writing);
    } catch (error) {
      // What was written in part is written again, from a line of its own on.
      lines.unshift('\n', text);
      waiting.unshift(...writing.splice(0));
      throw error;
    } finally {
      isWriting = false;
    }
  }
  async function work(): Promise<void> {
    while (shallClear || lines.length > 0) {
      if (!shallClear) await append();
      else {
        shallClear = false;
        if (!isEmpty) await handle.truncate(0);
        isEmpty = true;
      }
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    working ??= work()
      .catch((err: unknown) => {
        log.error({ err }, 'the journal of alarms could not be written; it is tried again');
        timer ??= setTimeout(flush, RETRY_MS).unref();
      })
      .finally(() => {
        working = null;
      });
    await working;
  }

  return {
    add(line) {
      lines.push(`${JSON.stringify(line)}\n`);
      timer ??= setTimeout(flush, SPILL_MS);
    },
    safe() {
      if (lines.length === 0 && !isWriting) return Promise.resolve();
      const waiters = lines.length > 0 ? waiting : writing;
      return new Promise((resolve) => void waiters.push(resolve));
    },
    clear() {
      lines = [];
      end(waiting);
      shallClear = true;
      clearTimeout(timer);
      timer = undefined;
      if (!isEmpty || working !== null) void flush();
      else shallClear = false;
    },
    async close() {
      await flush();
      clearTimeout(timer);
      await handle.close();
    },
  };
}
