import { mkdir, statfs } from 'node:fs/promises';

const MIB = 1_048_576;
/** Free space below which nothing is recorded, bytes: the rest is left to essential services. */
const LEAST = 2_048 * MIB;
/** Hysteresis: recording resumes only with a fifth more free space. */
const OVER_AGAIN = 1.2;

/** Free bytes of the disk that holds a folder. */
export type DiskSpace = () => Promise<number>;

/** Reads the free space of the disk that holds a folder, as available to programs other than root. */
export function spaceOf(folder: string): DiskSpace {
  return async () => {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
}

/** Creates the check of the free space for recording. */
export function createSpaceCheck(space: DiskSpace): () => Promise<{ enough: boolean; free_mb: number }> {
  let full = false;
  return async () => {
    const free = await space();
    full = free < LEAST * (full ? OVER_AGAIN : 1);
    return { enough: !full, free_mb: Math.floor(free / MIB / 100) * 100 };
  };
}
