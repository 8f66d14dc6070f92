import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { JOURNAL_FILE, readJournal } from '../../../air/journal/journalFile.ts';
import type { CopiedLine, CopyState, Lines } from '../../../air/journal/journalReplica.ts';
import { renameDurably, writeDurably } from '../../../platform/dataFolder/writeDurably.ts';
import { createTurns } from '../../../platform/workers/turns.ts';

/** Length of stored lines from which the file is written anew without them, characters. */
const SURPLUS_CHARS = 1_000_000;

/** Lines that do not follow those before: repeated, or out of order. */
export class LinesRefused extends Error {}

/**
 * Copy of the leader's journal, in the file in which this machine would have its own. When it takes over, the lines
 * that its database does not have are stored, as after any start.
 */
export interface JournalCopy {
  state(): CopyState;
  /** Takes lines of the leader; resolves when they are on the disk. @throws LinesRefused */
  add(lines: Lines): Promise<void>;
  /** Drops lines up to a number, which the database has. */
  stored(seq: number): Promise<void>;
  /** Ends writing, after what is being written. */
  close(): Promise<void>;
}

export async function openJournalCopy(dataDir: string): Promise<JournalCopy> {
  const path = join(dataDir, JOURNAL_FILE);
  let kept: CopiedLine[] = (await readJournal(dataDir)).map((line) => ({
    seq: line.seq,
    text: JSON.stringify(line),
  }));
  let run: string | null = null;
  /** Number of the last line that was taken, and of the last one in the database. */
  let [last, storedSeq] = [kept.at(-1)?.seq ?? 0, 0];
  let surplus = 0;
  let handle: FileHandle | null = null;
  const next = createTurns();
  /** Sync that has not begun yet: lines that come in the meantime share it. */
  let sync: Promise<void> | null = null;

  async function end(): Promise<void> {
    const opened = handle;
    handle = null;
    await opened?.close();
  }
  const textOf = (lines: readonly CopiedLine[]) => lines.map(({ text }) => `${text}\n`).join('');
  /** Writes the file anew, without what is not needed. */
  async function rewrite(): Promise<void> {
    await end();
    await writeDurably(path, [textOf(kept)]);
    surplus = 0;
  }

  function synced(): Promise<void> {
    sync ??= next(async () => {
      sync = null;
      // A file that was written anew is on the disk already.
      await handle?.datasync();
    });
    return sync;
  }

  return {
    state: () => ({ run, seq: last, stored: storedSeq }),
    async add({ run: from, base, lines }) {
      await next(async () => {
        const isNew = from !== run;
        // Lines of an earlier run that the leader does not have any more were lost by it: they are of no history.
        const before = isNew ? kept.filter(({ seq }) => seq <= base) : kept;
        let end = isNew ? base : last;
        for (const { seq } of lines) {
          if (seq <= end) throw new LinesRefused('lines of the journal are repeated or out of order');
          end = seq;
        }
        [run, last] = [from, end];
        kept = [...before, ...lines];
        if (isNew) return rewrite();
        // Plain write: lines are appended; a last line that was cut off is left out.
        handle ??= await open(path, 'a', 0o600);
        await handle.appendFile(textOf(lines));
      });
      await synced();
    },
    stored: (seq) =>
      next(async () => {
        storedSeq = Math.max(storedSeq, seq);
        const needed = kept.findIndex((line) => line.seq > storedSeq);
        const over = kept.slice(0, needed < 0 ? kept.length : needed);
        if (over.length === 0) return;
        kept = kept.slice(over.length);
        for (const { text } of over) surplus += text.length;
        if (kept.length === 0 || surplus > SURPLUS_CHARS) await rewrite();
      }),
    close: () => next(end),
  };
}

/** Puts aside the journal of a former leader: its database was replaced, and its lines are of that one. */
export async function putJournalAside(dataDir: string, now: number): Promise<void> {
  const path = join(dataDir, JOURNAL_FILE);
  if (existsSync(path)) await renameDurably(path, `${path}.former-${now}`);
}
