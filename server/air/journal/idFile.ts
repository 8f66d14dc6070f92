import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { writeDurably } from '../../platform/dataFolder/writeDurably.ts';
import type { HeldBlocks, IdTable } from './range.ts';

/** Name of the file in the data folder. */
export const ID_FILE = 'ids.json';
/** Length of every state, bytes: each overwrites the one before and needs no more disk space. */
const LENGTH = 1_024;

export type HeldIds = Partial<Record<IdTable, HeldBlocks>>;

const block = z.object({ token: z.string(), first: z.int(), last: z.int() });
const held = z.object({ blocks: z.array(block).min(1), mark: z.int() });
const content = z.object({ alarm: held.optional(), broadcast: held.optional() });

/** File of the id blocks of this server. Reading never fails: a lost or damaged file counts as empty. */
export interface IdFile {
  readonly held: HeldIds;
  /** Resolves when the state is on the disk. Must not be called again before. */
  write(held: HeldIds): Promise<void>;
  close(): Promise<void>;
}

/** Prefixed with a checksum of the text, so that a partial write is not read as valid. */
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
    // No file yet, or an unreadable one: new blocks are taken.
  }

  return {
    held,
    async write(ids) {
      const text = encode(ids);
      if (!isWhole) {
        await writeDurably(path, [text]);
        isWhole = true;
        return;
      }
      // Plain write: of one fixed length, synced, and a damaged one is created again.
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
