import { mkdir, statfs } from 'node:fs/promises';
import { leastFree } from '../faults/diskWatch.ts';

const MIB = 1_048_576;
/** Over again only with a fifth more, so that it does not flap. */
const OVER_AGAIN = 1.2;

/** Bytes of the disk that holds a folder. */
export type Space = () => Promise<{ free: number; total: number }>;

/** The disk that holds a folder, as programs other than root may fill it. */
export function spaceOf(folder: string): Space {
  return async () => {
    await mkdir(folder, { recursive: true });
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  };
}

/** Whether there is room to record: recording ends where the fault `disk` begins, and all else may go on to the last byte. */
export function roomFor(space: Space): () => Promise<{ enough: boolean; free_mb: number }> {
  let full = false;
  return async () => {
    const { free, total } = await space();
    full = free < leastFree(total) * (full ? OVER_AGAIN : 1);
    return { enough: !full, free_mb: Math.floor(free / MIB / 100) * 100 };
  };
}
