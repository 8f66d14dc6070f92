import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredInputs } from '../emergency/machine/inputs.ts';
import type { Part, Subject } from './part.ts';

/** In the data folder, beside what the embedded database keeps there. */
export const JOURNAL_FILE = 'alarms.journal';
/** What the database has not stored by then is flushed to the disk, ms: while it is there, almost nothing is. */
const SYNC_MS = 50;
const RETRY_MS = 1_000;

/** A line of the file: what was noted of a subject, or which inputs are active. */
export interface Line {
  /** Counts up, over restarts too. */
  seq: number;
  /** Null: of none. */
  of: Subject | null;
  part?: Partial<Part>;
  inputs?: StoredInputs;
}

/**
 * A file for what the database does not take: lines are only added. They are written at once, for a process that is killed
 * leaves to the system what it has written; flushed to the disk (`fdatasync`), against a loss of power, only if the
 * database stays away.
 */
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
    const { alarm = null, ...line } = JSON.parse(text) as Line & { alarm?: number | null };
    // Lines of earlier versions name the alarm alone.
    return { ...line, of: line.of ?? (alarm === null ? null : `alarm ${alarm}`) };
  } catch {
    return null;
  }
}

/** `syncMs`: a longer time until lines are flushed to the disk, for tests. */
export async function openJournalFile(
  dataDir: string,
  log: { error(details: object, message: string): void },
  syncMs = SYNC_MS,
): Promise<JournalFile> {
  const handle = await open(join(dataDir, JOURNAL_FILE), 'a');
  let lines: string[] = [];
  /** How many lines were added, how many of them are in the file, and how many on the disk or stored elsewhere. */
  let [added, written, safe] = [0, 0, 0];
  let waiting: { line: number; resolve(): void }[] = [];
  let isEmpty = (await handle.stat()).size === 0;
  let shallClear = false;
  let shallSync = false;
  let timer: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;

  function safeUpTo(line: number): void {
    safe = Math.max(safe, line);
    const isSafe = (one: { line: number }) => one.line <= safe;
    for (const { resolve } of waiting.filter(isSafe)) resolve();
    waiting = waiting.filter((one) => !isSafe(one));
  }
  async function append(): Promise<void> {
    const [text, last] = [lines.join(''), added];
    lines = [];
    isEmpty = false;
    try {
      await handle.appendFile(text);
      written = last;
    } catch (error) {
      // What was written in part is written again, from a line of its own on.
      lines.unshift('\n', text);
      throw error;
    }
  }
  async function sync(): Promise<void> {
    const last = written;
    shallSync = false;
    try {
      if (last > safe) await handle.datasync();
    } catch (error) {
      shallSync = true;
      throw error;
    }
    safeUpTo(last);
  }
  const isIdle = () => !shallClear && lines.length === 0 && !shallSync;
  async function work(): Promise<void> {
    // Those that come in one go are written in one.
    await new Promise(setImmediate);
    while (!isIdle()) {
      if (shallClear) {
        shallClear = false;
        if (!isEmpty) await handle.truncate(0);
        isEmpty = true;
      } else if (lines.length > 0) await append();
      else await sync();
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(retry);
    retry = undefined;
    working ??= work()
      .catch((err: unknown) => {
        log.error({ err }, 'the journal could not be written; it is tried again');
        retry ??= setTimeout(flush, RETRY_MS).unref();
      })
      .finally(() => {
        working = null;
        if (!isIdle() && retry === undefined) void flush();
      });
    await working;
  }
  function syncSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      shallSync = true;
      void flush();
    }, syncMs);
  }

  return {
    add(line) {
      lines.push(`${JSON.stringify(line)}\n`);
      added += 1;
      syncSoon();
      if (retry === undefined) void flush();
    },
    safe() {
      if (safe >= added) return Promise.resolve();
      return new Promise((resolve) => void waiting.push({ line: added, resolve }));
    },
    clear() {
      lines = [];
      shallSync = false;
      clearTimeout(timer);
      timer = undefined;
      safeUpTo(added);
      shallClear = !isEmpty || working !== null;
      if (shallClear) void flush();
    },
    async close() {
      clearTimeout(timer);
      shallSync = true;
      await working;
      await flush();
      clearTimeout(retry);
      await handle.close();
    },
  };
}
