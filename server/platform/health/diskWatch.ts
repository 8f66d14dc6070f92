import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Interval of checks, and time after which a check that does not end counts as "not writable", ms. */
const EVERY_MS = 5_000;
const HUNG_MS = 10_000;
/** File that each check creates and removes. */
export const DISK_PROBE = '.disk-probe';

/** State of the disk of the data folder at the last check. */
export interface DiskState {
  freeBytes: number;
  sizeBytes: number;
  /** 0 of both: the file system does not count inodes. */
  freeInodes: number;
  inodes: number;
  /** True if a file could be created, written and removed. */
  isWritable: boolean;
  /** Code of the error, such as EROFS; ETIMEDOUT: no answer; empty: no error. */
  error: string;
}

export interface DiskWatch {
  /** State at the last check; null before the first. Never waits for the disk. */
  state(): DiskState | null;
  look(): Promise<void>;
  /** Calls the listener every few seconds, also while a check hangs. */
  onLook(listener: (state: DiskState) => void): void;
  end(): void;
}

/** Checks the disk of a folder periodically, for metrics and faults. */
export function watchDisk(folder: string, now: () => number = () => performance.now()): DiskWatch {
  const listeners = new Set<(state: DiskState) => void>();
  let last: DiskState | null = null;
  let since: number | null = null;

  async function tryToWrite(): Promise<string> {
    const file = join(folder, DISK_PROBE);
    try {
      // Plain write: a probe that is removed at once.
      await writeFile(file, 'x');
      await rm(file);
      return '';
    } catch (error) {
      return codeOf(error);
    }
  }
  async function measure(): Promise<void> {
    try {
      const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
      const error = await tryToWrite();
      last = {
        freeBytes: bavail * bsize,
        sizeBytes: blocks * bsize,
        freeInodes: ffree,
        inodes: files,
        isWritable: error === '',
        error,
      };
    } catch (error) {
      if (last !== null) last = { ...last, isWritable: false, error: codeOf(error) };
    }
  }
  function state(): DiskState | null {
    const isHung = since !== null && now() - since > HUNG_MS;
    return last === null || !isHung ? last : { ...last, isWritable: false, error: 'ETIMEDOUT' };
  }
  function notify(): void {
    const current = state();
    if (current !== null) for (const listener of listeners) listener(current);
  }
  async function look(): Promise<void> {
    // One check at a time: each would block a thread while the disk hangs.
    if (since === null) {
      since = now();
      await measure();
      since = null;
    }
    notify();
  }
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  void look();
  return {
    look,
    state,
    onLook(listener) {
      listeners.add(listener);
      const current = state();
      if (current !== null) listener(current);
    },
    end: () => clearInterval(timer),
  };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'EIO';
