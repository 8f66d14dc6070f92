import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '../../platform/audit/audit.ts';
import type { StoredInputs } from '../emergency/machine/fireInputs.ts';
import type { PendingWrites } from './pendingWrites.ts';
import type { Subject } from './subject.ts';

/** Name of the file in the data folder. */
export const JOURNAL_FILE = 'alarms.journal';
/**
 * Time after which lines that the database has not stored are synced to the disk, ms; normally almost none
 * are.
 */
const SYNC_MS = 50;
const RETRY_MS = 1_000;

/** A line of the file: the writes of a subject, or the active inputs. */
export interface Line {
  /** Increasing number, continued over restarts. */
  seq: number;
  /** Null: no subject. */
  of: Subject | null;
  part?: Partial<PendingWrites>;
  inputs?: StoredInputs;
}

/**
 * Append-only file for writes that the database has not taken yet. Lines are written at once, which survives
 * a killed process; they are synced to the disk (`fdatasync`), against a power loss, only if the database
 * stays away.
 */
export interface JournalFile {
  /** Adds a line; returns it as it is written. */
  add(line: Line): string;
  /** Resolves when everything added so far is on the disk, or stored elsewhere: `clear`. */
  safe(): Promise<void>;
  /** Empties the file, since everything added so far is stored. */
  clear(): void;
  close(): Promise<void>;
}

/** Lines of the file in order, each once. A line that was cut off when a process ended is left out. */
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

type AuditWrite = PendingWrites['audit'][number];
/** Audit entry as earlier versions wrote it. */
type EarlierAudit = Omit<AuditWrite, 'actor'> & { doer: Actor };

/** Reads a line, also of an earlier version: these stored only the id of an alarm, and an actor as `doer`. */
function parsed(text: string): Line | null {
  try {
    const { alarm = null, ...line } = JSON.parse(text) as Line & { alarm?: number | null };
    const audit = line.part?.audit?.map((one: AuditWrite | EarlierAudit) =>
      'doer' in one ? { actor: one.doer, entry: one.entry } : one,
    );
    return {
      ...line,
      of: line.of ?? (alarm === null ? null : `alarm ${alarm}`),
      ...(audit === undefined ? {} : { part: { ...line.part, audit } }),
    };
  } catch {
    return null;
  }
}

/**
 * Opens the file for appending; on a disk that takes nothing it is tried again with each write.
 * @param syncMs time until lines are synced to the disk; longer in tests
 */
export async function openJournalFile(
  dataDir: string,
  log: { error(details: object, message: string): void },
  syncMs = SYNC_MS,
): Promise<JournalFile> {
  const path = join(dataDir, JOURNAL_FILE);
  let handle: FileHandle | undefined;
  const file = async () => {
    // Plain write: lines are appended and synced; a last line that was cut off is left out.
    handle ??= await open(path, 'a');
    return handle;
  };
  await file().catch((err: unknown) => log.error({ err }, 'the journal cannot be opened; it is tried again'));
  /** Number of lines added, number in the file, and number on the disk or stored elsewhere. */
  let [added, written, safe] = [0, 0, 0];
  let waiting: { line: number; resolve(): void }[] = [];
  let isEmpty = await stat(path).then(
    ({ size }) => size === 0,
    () => true,
  );
  // The last line of the file may have been cut off when a process ended: a new line keeps it apart from the next one.
  let lines: string[] = isEmpty ? [] : ['\n'];
  let clearDue = false;
  let syncDue = false;
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
      await (await file()).appendFile(text);
      written = last;
    } catch (error) {
      // A partial write is repeated, starting on a new line.
      lines.unshift('\n', text);
      throw error;
    }
  }
  async function sync(): Promise<void> {
    const last = written;
    syncDue = false;
    try {
      if (last > safe) await (await file()).datasync();
    } catch (error) {
      syncDue = true;
      throw error;
    }
    safeUpTo(last);
  }
  const isIdle = () => !clearDue && lines.length === 0 && !syncDue;
  async function work(): Promise<void> {
    // Lines added in one turn of the event loop are written together.
    await new Promise(setImmediate);
    while (!isIdle()) {
      if (clearDue) {
        clearDue = false;
        if (!isEmpty) await (await file()).truncate(0);
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
      syncDue = true;
      void flush();
    }, syncMs);
  }

  return {
    add(line) {
      const text = JSON.stringify(line);
      lines.push(`${text}\n`);
      added += 1;
      syncSoon();
      if (retry === undefined) void flush();
      return text;
    },
    safe() {
      if (safe >= added) return Promise.resolve();
      return new Promise((resolve) => void waiting.push({ line: added, resolve }));
    },
    clear() {
      lines = [];
      syncDue = false;
      clearTimeout(timer);
      timer = undefined;
      safeUpTo(added);
      clearDue = !isEmpty || working !== null;
      if (clearDue) void flush();
    },
    async close() {
      clearTimeout(timer);
      syncDue = true;
      await working;
      await flush();
      clearTimeout(retry);
      await handle?.close();
    },
  };
}
