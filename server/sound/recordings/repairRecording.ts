import { open, readFile, rm } from 'node:fs/promises';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { wholePart } from './ogg.ts';

/** Length and size of a file, for its row. */
export interface RepairedFile {
  duration_ms: number;
  size: number;
}

/**
 * Completes a recording that was cut off by a crash or a disk failure: keeps its complete pages and marks the
 * last one as the end. Returns null, and deletes the file, when it holds no sound.
 */
export async function repairRecording(path: string): Promise<RepairedFile | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const whole = wholePart(bytes);
  if (whole === null) {
    await rm(path, { force: true });
    return null;
  }
  // Plain write: in place, as it may be large; repeated if it was cut off.
  const file = await open(path, 'r+');
  try {
    await file.truncate(whole.bytes);
    await file.write(whole.last.page, 0, whole.last.page.length, whole.last.at);
    await file.datasync();
  } finally {
    await file.close();
  }
  return { duration_ms: (whole.packets * PACKET_US) / 1000, size: whole.bytes };
}
