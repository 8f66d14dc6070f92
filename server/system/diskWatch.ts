import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How often the disk is looked at, and how long that may take until it counts as not writable, ms. */
const EVERY_MS = 5_000;
const HUNG_MS = 10_000;
/** Made and removed at each look. */
export const DISK_PROBE = '.disk-probe';

/** The disk of the data folder as it was last looked at. */
export interface DiskState {
  freeBytes: number;
  sizeBytes: number;
  /** 0 of both: the file system does not count inodes. */
  freeInodes: number;
  inodes: number;
  /** A file could be made, written and removed. */
  isWritable: boolean;
  /** Code of the error that refused it, such as EROFS; ETIMEDOUT: it has not answered; empty: none. */
  error: string;
}

export interface DiskWatch {
  /** As it was last looked at; null: not yet. Never waits for the disk. */
  state(): DiskState | null;
  look(): Promise<void>;
  /** Hears of the state every few seconds, and while a look does not end. */
  onLook(listener: (state: DiskState) => void): void;
  end(): void;
}

/** Looks at the disk of a folder beside, every few seconds, for everybody who wants to know: metrics and faults. */
export function watchDisk(folder: string, now: () => number = () => performance.now()): DiskWatch {
  const listeners = new Set<(state: DiskState) => void>();
  let last: DiskState | null = null;
  let since: number | null = null;

  async function tryToWrite(): Promise<string> {
    const file = join(folder, DISK_PROBE);
    try {
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
  function tell(): void {
    const current = state();
    if (current !== null) for (const listener of listeners) listener(current);
  }
  async function look(): Promise<void> {
    // One at a time: a disk that hangs would hold a thread for each.
    if (since === null) {
      since = now();
      await measure();
      since = null;
    }
    tell();
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
