import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createTarPacker, type TarPackController } from 'modern-tar';
import type { Sum } from './manifest.ts';

/** Bytes written between two syncs to the disk, so that other writers such as recordings get their turn. */
const SYNC_BYTES = 16_000_000;

/** Writes a tar file entry by entry; memory is bounded by a few megabytes. */
export interface ArchiveWriter {
  /** Adds an entry whose size is known. @throws Error when the bytes are fewer or more */
  add(name: string, size: number, mtime: Date, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  addBytes(name: string, mtime: Date, bytes: Uint8Array): Promise<void>;
  /** Size and digest of the entries added so far. */
  readonly sums: ReadonlyMap<string, Sum>;
  /** Completes the archive; resolves when everything is on the disk. */
  finish(): Promise<void>;
  /** Gives up; the caller removes the file. */
  abort(): Promise<void>;
}

/** @param path new file, readable by its owner only */
export async function createArchiveWriter(path: string): Promise<ArchiveWriter> {
  // Plain write: `finish` syncs it, and it is renamed when it was verified.
  const file = await open(path, 'w', 0o600);
  const { readable, controller } = createTarPacker();
  const written = store(readable, file);
  written.catch((error: unknown) => controller.error(error));
  const sums = new Map<string, Sum>();

  async function add(name: string, size: number, mtime: Date, bytes: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256');
    await pack(controller, { name, size, mtime, mode: 0o600 }, bytes, hash);
    sums.set(name, { size, sha256: hash.digest('hex') });
  }

  return {
    sums,
    add,
    addBytes: (name, mtime, bytes) => add(name, bytes.length, mtime, once(bytes)),
    async finish() {
      controller.finalize();
      try {
        await written;
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async abort() {
      controller.error(new Error('the archive was cancelled'));
      await written.catch(() => {});
      await file.close().catch(() => {});
    },
  };
}

async function pack(
  controller: TarPackController,
  header: Parameters<TarPackController['add']>[0],
  bytes: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
): Promise<void> {
  const body = controller.add(header).getWriter();
  for await (const chunk of bytes) {
    hash.update(chunk);
    await body.write(chunk);
  }
  await body.close();
}

async function store(readable: ReadableStream<Uint8Array>, file: FileHandle): Promise<void> {
  let waiting = 0;
  for await (const chunk of readable) {
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    waiting += chunk.length;
    if (waiting < SYNC_BYTES) continue;
    await file.datasync();
    waiting = 0;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
