import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { HeldBlocks, IdTable } from './range.ts';

/** In the data folder. */
export const ID_FILE = 'ids.json';
/** Every state has this length, bytes, so that it is written over the one before: that needs no room on the disk. */
const LENGTH = 1_024;

export type HeldIds = Partial<Record<IdTable, HeldBlocks>>;

const block = z.object({ token: z.string(), first: z.int(), last: z.int() });
const held = z.object({ blocks: z.array(block).min(1), mark: z.int() });
const content = z.object({ alarm: held.optional(), broadcast: held.optional() });

/** The blocks of ids that this server has. Reading never fails: a file that is lost or torn is as none. */
export interface IdFile {
  readonly held: HeldIds;
  /** Resolves when it is on the disk. Not to be called again before. */
  write(held: HeldIds): Promise<void>;
  close(): Promise<void>;
}

/** A sum over the text is in front of it: one that was written in part is not taken for a number. */
function encode(ids: HeldIds): string {
  const text = JSON.stringify(ids).padEnd(LENGTH - 10);
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;
}

function decode(file: string): HeldIds {
  const text = file.slice(9, -1);
  if (Number.parseInt(file.slice(0, 8), 16) !== crc32(text)) return {};
  const { alarm, broadcast } = content.parse(JSON.parse(text));
  return { ...(alarm && { alarm }), ...(broadcast && { broadcast }) };
}

export async function openIdFile(dataDir: string): Promise<IdFile> {
  const path = join(dataDir, ID_FILE);
  let handle: FileHandle | undefined;
  let isWhole = false;
  let held: HeldIds = {};
  try {
    held = decode(await readFile(path, 'utf8'));
    isWhole = Object.keys(held).length > 0;
  } catch {
    // None yet, or none that can be read: blocks are asked for anew.
  }

  /** The first one comes into its place whole. */
  async function create(text: string): Promise<void> {
    const fresh = `${path}.new`;
    const made = await open(fresh, 'w', 0o600);
    try {
      await made.writeFile(text);
      await made.datasync();
    } finally {
      await made.close();
    }
    await rename(fresh, path);
    const folder = await open(dataDir, 'r');
    // Not every system flushes a folder.
    await folder.sync().catch(() => {});
    await folder.close();
    isWhole = true;
  }

  return {
    held,
    async write(ids) {
      const text = encode(ids);
      if (!isWhole) return create(text);
      handle ??= await open(path, 'r+');
      await handle.write(text, 0);
      await handle.datasync();
    },
    async close() {
      const open = handle;
      handle = undefined;
      await open?.close();
    },
  };
}
