import { closeSync, fchownSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writers of all files that are read again later. `tests/server/dataFolder/writes.test.ts` finds other writes, which give
 * their reason in a comment `Plain write:`.
 */

/**
 * Replaces a small file of which a start depends, readable by its owner only: under another name, synced to the disk,
 * then renamed, and the folder synced. Without the syncs a power cut may leave an empty file under the right name, or
 * the file before.
 *
 * @param owner account that gets the file; undefined: that of this process
 */
export function writeDurablySync(path: string, text: string, owner?: { uid: number; gid: number }): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, text);
    if (owner) fchownSync(file, owner.uid, owner.gid);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameDurablySync(`${path}.new`, path);
}

/** Renames a file or folder, so that a power cut does not take the new name away. */
export function renameDurablySync(from: string, to: string): void {
  renameSync(from, to);
  try {
    const folder = openSync(dirname(to), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    passOver(error);
  }
}

/** Renames like `renameDurablySync`, without blocking. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Syncs a folder to the disk, so that a power cut does not take back what was created or renamed in it. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await withFile(await open(folder, 'r'), (handle) => handle.sync());
  } catch (error) {
    passOver(error);
  }
}

/** Codes of systems that cannot open or sync a folder (Windows, some network file systems). */
const UNABLE = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

function passOver(error: unknown): void {
  if (!UNABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

/** Replaces a file like `writeDurablySync`, without blocking. @param parts its content, in order */
export async function writeDurably(path: string, parts: Iterable<string | Uint8Array>): Promise<void> {
  const fresh = `${path}.new`;
  await withFile(await open(fresh, 'w', 0o600), async (file) => {
    for (const part of parts) await file.writeFile(part);
    await file.datasync();
  });
  await renameDurably(fresh, path);
}

async function withFile(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
