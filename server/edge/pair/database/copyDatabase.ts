import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder } from 'modern-tar';
import { renameDurably } from '../../../platform/dataFolder/writeDurably.ts';
import { type Source, withBaseBackup } from './baseBackup.repository.ts';
import { setToFollow } from './followSettings.ts';

export interface CopyProgress {
  done_bytes: number;
  /** 0: not known yet. */
  total_bytes: number;
  /** Time since the copy began, ms. */
  tookMs: number;
}

/** Name of the folder that a copy is written to. */
const UNFINISHED = 'postgres.copying';
/** Beginning of the names of former databases, each of which a copy has replaced. */
export const FORMER = 'postgres.former-';

/**
 * Copies the database of the leader into the data folder, ready to follow it. A database that is there is kept, under
 * another name. PostgreSQL syncs the files to the disk when it starts on them.
 */
export async function copyDatabase(
  dataDir: string,
  source: Source,
  { now = Date.now, onProgress }: { now?: () => number; onProgress: (progress: CopyProgress) => void },
): Promise<void> {
  const [cluster, unfinished] = [join(dataDir, 'postgres'), join(dataDir, UNFINISHED)];
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const began = performance.now();
  let done = 0;
  await withBaseBackup(source, (archive, total) =>
    unpack(archive, unfinished, (bytes) => {
      done += bytes;
      onProgress({ done_bytes: done, total_bytes: total(), tookMs: performance.now() - began });
    }),
  );
  setToFollow(unfinished, source);
  if (existsSync(cluster)) await renameDurably(cluster, join(dataDir, `${FORMER}${now()}`));
  await renameDurably(unfinished, cluster);
}

async function unpack(archive: Readable, folder: string, onBytes: (bytes: number) => void): Promise<void> {
  const bytes = Readable.toWeb(archive) as ReadableStream<Uint8Array>;
  for await (const { header, body } of bytes.pipeThrough(createTarDecoder())) {
    const path = join(folder, ...plainPath(header.name));
    if (header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await body.cancel();
      continue;
    }
    if (header.type !== 'file' && header.type !== undefined)
      throw new Error(`the database of the leader has a file elsewhere: ${header.name}`);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const counted = async function* () {
      for await (const chunk of body) {
        onBytes(chunk.length);
        yield chunk;
      }
    };
    // Plain write: a copy that was cut off is made again from the start.
    await pipeline(Readable.from(counted()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  }
}

function plainPath(name: string): string[] {
  const steps = name.replace(/\/$/, '').split('/');
  if (steps.some((step) => step === '' || step === '..' || step.includes('\0')))
    throw new Error(`the name ${name} is not a file of a database`);
  return steps;
}
