import { open } from 'node:fs/promises';
import { PACKET_US, PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import type { OpenProgramme, ProgrammeFile } from '../../sound/source/programmeReader.ts';

/**
 * Beginning of a programme that is held, bytes: 20 s, 160 KB, more than a disk may take to deliver the rest.
 */
const HEAD_BYTES = (20_000_000 / PACKET_US) * PROGRAMME_PACKET_BYTES;
/** Limit of all beginnings together, bytes: four hundred messages. */
const MAX_BYTES = 64_000_000;

/**
 * Cache of the beginnings of programmes: an alarm must not wait for the thread pool, which reads files and
 * may be busy. The rest is read from the disk, well ahead of its time.
 */
export interface PreloadedSounds {
  /**
   * Reads the beginning of a programme, unless it is held.
   * @param path absolute path of the file
   * @throws ENOENT
   */
  hold(path: string): Promise<void>;
  /** Releases all but these files. */
  keep(paths: ReadonlySet<string>): void;
  /** Opens a programme; what is held is read without the disk. */
  open: OpenProgramme;
}

export interface PreloadedSoundsDeps {
  open?: OpenProgramme;
  headBytes?: number;
  maxBytes?: number;
}

interface Head {
  bytes: Uint8Array;
  /** True when the programme has no more than these bytes. */
  isWhole: boolean;
}

export function createPreloadedSounds({
  open: openFile = (path) => open(path, 'r'),
  headBytes = HEAD_BYTES,
  maxBytes = MAX_BYTES,
}: PreloadedSoundsDeps = {}): PreloadedSounds {
  const heads = new Map<string, Head>();
  let total = 0;

  async function read(path: string): Promise<Head> {
    const file = await openFile(path);
    try {
      const bytes = new Uint8Array(headBytes);
      let got = 0;
      while (got < headBytes) {
        const { bytesRead } = await file.read(bytes, got, headBytes - got, got);
        if (bytesRead === 0) return { bytes: bytes.slice(0, got), isWhole: true };
        got += bytesRead;
      }
      return { bytes, isWhole: false };
    } finally {
      await file.close();
    }
  }

  function openHeld(path: string, { bytes, isWhole }: Head): ProgrammeFile {
    let rest: Promise<ProgrammeFile> | null = null;
    return {
      async read(buffer, offset, length, position) {
        if (position < bytes.length) {
          const part = bytes.subarray(position, position + length);
          buffer.set(part, offset);
          return { bytesRead: part.length };
        }
        if (isWhole) return { bytesRead: 0 };
        rest ??= openFile(path);
        return (await rest).read(buffer, offset, length, position);
      },
      async close() {
        await (await rest)?.close();
      },
    };
  }

  return {
    async hold(path) {
      if (heads.has(path) || total + headBytes > maxBytes) return;
      const head = await read(path);
      if (heads.has(path)) return;
      heads.set(path, head);
      total += head.bytes.length;
    },
    keep(paths) {
      for (const [path, { bytes }] of heads) {
        if (paths.has(path)) continue;
        heads.delete(path);
        total -= bytes.length;
      }
    },
    async open(path) {
      const head = heads.get(path);
      return head === undefined ? openFile(path) : openHeld(path, head);
    },
  };
}
