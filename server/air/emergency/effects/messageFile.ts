import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKET_US, PROGRAMME_PACKET_BYTES } from '../../../../contract/protocol/audio.ts';
import { writeDurably } from '../../../platform/dataFolder/writeDurably.ts';
import { LISTEN_FILE, PROGRAMME_FILE } from '../../../sound/files/programmeFiles.ts';
import { OggOpus } from '../../../sound/recordings/ogg.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';

/** Folder of the messages, relative to the data folder. */
const FOLDER = 'media/alarm';
/** Time after which a message that no plan uses is removed, ms: a stored alarm may still name it. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Files of alarm messages: tone and items of one round joined to one programme with packets of equal length,
 * and the copies of its parts. A folder is named by the digest of its content. One file per message is easy
 * to keep, read and send to terminals, and stays unchanged while an alarm runs.
 */
export interface MessageFiles {
  /** Joins programmes; equal content is stored once. The path is relative to the data folder. */
  join(name: string, items: readonly BroadcastItem[]): Promise<BroadcastItem>;
  /** The programme of a key, if it is stored; a file that does not match its digest is removed. */
  held(key: string, name: string): Promise<BroadcastItem | null>;
  /** Folder of the programme of a key, relative to the data folder. */
  pathOf(key: string): string;
  /** Key of a programme: the digest of its packets. */
  keyOf(item: BroadcastItem): Promise<string>;
  /** Absolute path of a message as an Ogg file for browsers, made on demand. */
  listen(name: string): Promise<string>;
  /** Removes messages that are not in `keep` and were not used for a month. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
}

/** Packets per Ogg page: one second. */
const PAGE_PACKETS = 1_000_000 / PACKET_US;

/** Cuts off an incomplete packet at the end. */
const wholePackets = (bytes: Buffer) =>
  bytes.subarray(0, bytes.length - (bytes.length % PROGRAMME_PACKET_BYTES));
const keyOfBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 40);
function itemOf(name: string, key: string, bytes: Buffer): BroadcastItem {
  const duration_ms = (bytes.length / PROGRAMME_PACKET_BYTES) * (PACKET_US / 1000);
  return { kind: 'speech', file_id: null, name, path: `${FOLDER}/${key}`, duration_ms };
}

/** Converts a programme to an Ogg Opus file. */
function oggOf(programme: Buffer): Buffer {
  const packets = Array.from({ length: Math.floor(programme.length / PROGRAMME_PACKET_BYTES) }, (_, i) =>
    programme.subarray(i * PROGRAMME_PACKET_BYTES, (i + 1) * PROGRAMME_PACKET_BYTES),
  );
  const ogg = new OggOpus(1);
  const pages = [ogg.start(1, {})];
  for (let i = 0; i < packets.length; i += PAGE_PACKETS)
    pages.push(ogg.page(packets.slice(i, i + PAGE_PACKETS), i + PAGE_PACKETS >= packets.length));
  return Buffer.concat(pages);
}

export function createMessageFiles(dataDir: string): MessageFiles {
  const writing = new Map<string, Promise<void>>();
  /** Writes a file once for all who need it now: its content follows from its name. */
  function write(path: string, bytes: Buffer): Promise<void> {
    const now = writing.get(path) ?? writeDurably(path, [bytes]).finally(() => writing.delete(path));
    writing.set(path, now);
    return now;
  }
  return {
    pathOf: (key) => `${FOLDER}/${key}`,
    async join(name, items) {
      const parts = await Promise.all(
        items.map((item) => readFile(join(dataDir, item.path, PROGRAMME_FILE))),
      );
      const bytes = Buffer.concat(parts.map(wholePackets));
      const key = keyOfBytes(bytes);
      const folder = join(dataDir, FOLDER, key);
      const size = await stat(join(folder, PROGRAMME_FILE)).then(
        (found) => found.size,
        () => -1,
      );
      const now = new Date();
      if (size === bytes.length) await utimes(folder, now, now);
      else {
        await mkdir(folder, { recursive: true });
        await write(join(folder, PROGRAMME_FILE), bytes);
      }
      return itemOf(name, key, bytes);
    },
    async held(key, name) {
      const folder = join(dataDir, FOLDER, key);
      const bytes = await readFile(join(folder, PROGRAMME_FILE)).catch(() => null);
      if (bytes === null) return null;
      if (keyOfBytes(bytes) === key) return itemOf(name, key, bytes);
      await rm(folder, { recursive: true, force: true });
      return null;
    },
    keyOf: async (item) => keyOfBytes(wholePackets(await readFile(join(dataDir, item.path, PROGRAMME_FILE)))),
    async listen(name) {
      const folder = join(dataDir, FOLDER, name);
      const file = join(folder, LISTEN_FILE);
      if (
        await stat(file).then(
          ({ size }) => size > 0,
          () => false,
        )
      )
        return file;
      await write(file, oggOf(await readFile(join(folder, PROGRAMME_FILE))));
      return file;
    },
    async sweep(keep) {
      for (const key of await readdir(join(dataDir, FOLDER)).catch(() => [])) {
        if (keep.has(`${FOLDER}/${key}`)) continue;
        const folder = join(dataDir, FOLDER, key);
        const { mtimeMs } = await stat(folder);
        if (mtimeMs < Date.now() - KEPT_MS) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
