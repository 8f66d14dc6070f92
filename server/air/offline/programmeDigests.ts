import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PROGRAMME_FILE } from '../../sound/files/programmeFiles.ts';

/** Largest file that is read synchronously, bytes: about four minutes of programme, a few milliseconds. */
const MOST_NOW = 2_000_000;

/** Stored programme with the id by which terminals keep it. */
export interface StoredProgramme {
  /** SHA-256 of its bytes, hex. */
  id: string;
  bytes: number;
  /** Absolute path. */
  file: string;
}

/** SHA-256 digests of stored programmes: read one file at a time, and again when a file has changed. */
export interface ProgrammeDigests {
  /** @param path folder of the programme, relative to the data folder @throws ENOENT when it is not there */
  of(path: string): Promise<StoredProgramme>;
  /** Returns the digest if it is known already. */
  known(path: string): StoredProgramme | undefined;
  /**
   * Like `known`, but reads a short file synchronously, for callers that cannot wait (an alarm that joins
   * right after a start).
   */
  knownNow(path: string): StoredProgramme | undefined;
  /** Finds a file by its digest. */
  file(id: string): StoredProgramme | undefined;
}

export function createProgrammeDigests(dataDir: string): ProgrammeDigests {
  const byPath = new Map<string, StoredProgramme & { mtimeMs: number }>();
  const byId = new Map<string, StoredProgramme>();
  let queue: Promise<unknown> = Promise.resolve();

  async function read(path: string): Promise<StoredProgramme> {
    const file = join(dataDir, path, PROGRAMME_FILE);
    const { size, mtimeMs } = await stat(file);
    const held = byPath.get(path);
    if (held?.mtimeMs === mtimeMs && held.bytes === size) return held;
    const hash = createHash('sha256');
    for await (const part of createReadStream(file)) hash.update(part as Buffer);
    return keep(path, { id: hash.digest('hex'), bytes: size, file, mtimeMs });
  }

  function keep(path: string, known: StoredProgramme & { mtimeMs: number }): StoredProgramme {
    byPath.set(path, known);
    byId.set(known.id, known);
    return known;
  }

  function readNow(path: string): StoredProgramme | undefined {
    const file = join(dataDir, path, PROGRAMME_FILE);
    try {
      const { size, mtimeMs } = statSync(file);
      if (size > MOST_NOW) return undefined;
      const id = createHash('sha256').update(readFileSync(file)).digest('hex');
      return keep(path, { id, bytes: size, file, mtimeMs });
    } catch {
      // No such file: no terminal can hold it either.
      return undefined;
    }
  }

  return {
    of(path) {
      const one = queue.then(() => read(path));
      queue = one.catch(() => {});
      return one;
    },
    known: (path) => byPath.get(path),
    knownNow: (path) => byPath.get(path) ?? readNow(path),
    file: (id) => byId.get(id),
  };
}
