import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenSource, programmePace, SourceError } from '../source/source.ts';
import { packetsOf } from './ogg.ts';

/**
 * Opens the sound of a recorded page, to be heard again: the packets as they were sent. It is held in memory: an hour
 * of speech is 15 MB.
 *
 * @param folder of the recordings, absolute
 */
export function openRecorded(folder: string, path: string): OpenSource {
  return () => {
    let packets: Uint8Array[] | null = null;
    let next = 0;
    let failure: SourceError | null = null;
    let isClosed = false;
    return {
      pace: programmePace,
      get finished() {
        return isClosed || failure !== null || (packets !== null && next >= packets.length);
      },
      get failure() {
        return failure;
      },
      async prepare() {
        try {
          packets = packetsOf(await readFile(join(folder, path)));
          if (packets.length === 0) throw new Error('no sound');
        } catch (error) {
          failure = new SourceError(0, `recording ${path}: ${(error as Error).message}`);
          throw failure;
        }
      },
      take(count) {
        const taken = packets?.slice(next, next + count) ?? [];
        next += taken.length;
        return taken;
      },
      close() {
        isClosed = true;
        packets = null;
      },
    };
  };
}
