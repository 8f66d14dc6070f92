import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How often the disk is looked at, and how long that may take until it counts as not writable, ms. */
const EVERY_MS = 15_000;
const HUNG_MS = 10_000;
/** Made and removed at each look. */
const PROBE_FILE = '.disk-probe';

/** The disk of the data folder as it was last looked at. */
export interface DiskState {
  freeBytes: number;
  sizeBytes: number;
  /** 0 of both: the file system does not count inodes. */
  freeInodes: number;
  inodes: number;
  /** A file could be made, written and removed. */
  isWritable: boolean;
}

/** Looks at the disk beside, so that whoever wants to know never waits for one that hangs. */
export function watchDiskState(
  folder: string,
  now: () => number = () => performance.now(),
): { state(): DiskState | null; look(): Promise<void>; end(): void } {
  let last: DiskState | null = null;
  let since: number | null = null;

  async function isWritable(): Promise<boolean> {
    const file = join(folder, PROBE_FILE);
    try {
      await writeFile(file, 'x');
      await rm(file);
      return true;
    } catch {
      return false;
    }
  }
  async function look(): Promise<void> {
    if (since !== null) return;
    since = now();
    try {
      const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
      last = {
        freeBytes: bavail * bsize,
        sizeBytes: blocks * bsize,
        freeInodes: ffree,
        inodes: files,
        isWritable: await isWritable(),
      };
    } catch {
      if (last !== null) last = { ...last, isWritable: false };
    }
    since = null;
  }
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  void look();
  return {
    look,
    state() {
      const isHung = since !== null && now() - since > HUNG_MS;
      return last === null || !isHung ? last : { ...last, isWritable: false };
    },
    end: () => clearInterval(timer),
  };
}
