import { mkdir, statfs } from 'node:fs/promises';

const MIB = 1_048_576;
/** With less than this free nothing is recorded: it is left to all that must go on. */
const LEAST = 2_048 * MIB;
/** Over again only with a fifth more, so that it does not flap. */
const OVER_AGAIN = 1.2;

/** Free bytes of the disk that holds a folder. */
export type Space = () => Promise<number>;

/** The disk that holds a folder, as programs other than root may fill it. */
export function spaceOf(folder: string): Space {
  return async () => {
    await mkdir(folder, { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
}

/** Whether there is room to record; all else may go on to the last byte. */
export function roomFor(space: Space): () => Promise<{ enough: boolean; free_mb: number }> {
  let full = false;
  return async () => {
    const free = await space();
    full = free < LEAST * (full ? OVER_AGAIN : 1);
    return { enough: !full, free_mb: Math.floor(free / MIB / 100) * 100 };
  };
}
