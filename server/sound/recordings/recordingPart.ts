import { randomInt, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { SILENCE_PACKET } from '../source/source.ts';
import type { PacketSlot } from './channelAligner.ts';
import { fitting, OggOpus, packetOf } from './ogg.ts';

/** Packets per page: one second, the most that is lost when the server is killed. */
const PER_PAGE = 50;
/** Longest silence inside a recording, packets; after a longer one the next recording begins. */
export const MOST_SILENCE = 3_000;
/**
 * Maximum length of a recording, packets (one hour): a capturer that runs for weeks is split into recordings
 * that can be deleted one by one.
 */
export const LONGEST = 180_000;

const PACKETS_PER_S = 1_000_000 / PACKET_US;

/** Folder of a day (UTC), used to find expired recordings. */
export const dayOf = (wall_ms: number) => new Date(wall_ms).toISOString().slice(0, 10);

/** File that is being written: the sound of a take from one slot on, with silence in gaps. */
export class RecordingPart {
  /** Path relative to the folder of recordings. */
  readonly path: string;
  readonly beganMs: number;
  readonly channels: 1 | 2;
  /** Bytes written. */
  size = 0;
  readonly #first: number;
  #next: number;
  readonly #file: FileHandle;
  readonly #ogg = new OggOpus(randomInt(2 ** 32));
  #pending: Uint8Array[] = [];

  private constructor(path: string, beganMs: number, channels: 1 | 2, first: number, file: FileHandle) {
    this.path = path;
    this.beganMs = beganMs;
    this.channels = channels;
    this.#first = first;
    this.#next = first;
    this.#file = file;
  }

  /** Creates the file; its first slot has the wall time `beganMs`. @throws errors of the file system */
  static async open(
    folder: string,
    beganMs: number,
    begin: { channels: 1 | 2; slot: number; title: string },
  ): Promise<RecordingPart> {
    const path = `${dayOf(beganMs)}/${randomUUID()}.ogg`;
    const absolute = join(folder, path);
    await mkdir(dirname(absolute), { recursive: true });
    // Plain write: it grows for hours; a start completes one that was cut off.
    const part = new RecordingPart(path, beganMs, begin.channels, begin.slot, await open(absolute, 'wx'));
    const date = new Date(beganMs).toISOString();
    await part.#write(part.#ogg.start(begin.channels, { TITLE: begin.title, DATE: date }));
    return part;
  }

  /** Slot after its end. */
  get next(): number {
    return this.#next;
  }

  get duration_ms(): number {
    return ((this.#next - this.#first) * 1000) / PACKETS_PER_S;
  }

  /** Tells if a slot continues this file, rather than beginning a new one. */
  takes(slot: number): boolean {
    return slot - this.#next <= MOST_SILENCE && slot - this.#first < LONGEST;
  }

  /** Appends sound in its slot; slots before the end are ignored. */
  put({ at, packets }: PacketSlot): void {
    if (at < this.#next) return;
    const none = packets.map(() => SILENCE_PACKET);
    for (; this.#next < at; this.#next++) this.#pending.push(packetOf(none));
    this.#pending.push(packetOf(packets.map((packet) => packet ?? SILENCE_PACKET)));
    this.#next++;
  }

  /**
   * Writes full pages; the last packet stays for the page that ends the file.
   * @throws errors of the file system
   */
  async flush(): Promise<void> {
    const pages: Buffer[] = [];
    while (this.#pending.length > PER_PAGE) pages.push(this.#page(false));
    if (pages.length > 0) await this.#write(Buffer.concat(pages));
  }

  /** Ends the file and flushes it to the disk. @throws errors of the file system */
  async close(): Promise<void> {
    try {
      const pages: Buffer[] = [];
      while (this.#pending.length > 0) {
        const count = fitting(this.#pending, PER_PAGE);
        pages.push(this.#page(count === this.#pending.length));
      }
      await this.#write(Buffer.concat(pages));
      await this.#file.datasync();
    } finally {
      await this.#file.close();
    }
  }

  /** Closes the file as it is, after a failed write. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
  }

  #page(isLast: boolean): Buffer {
    return this.#ogg.page(this.#pending.splice(0, fitting(this.#pending, PER_PAGE)), isLast);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
    this.size += bytes.length;
  }
}
