import { randomInt, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PACKET_US } from '../../contract/audio.ts';
import { SILENCE_PACKET } from '../broadcast/source.ts';
import { fitting, OggOpus, packetOf } from './ogg.ts';
import type { Slot } from './take.ts';

/** Packets of a page: a second. A server that is killed loses no more. */
const PER_PAGE = 50;
/** Silence up to here is part of a recording, packets; after a longer one the next begins. */
export const MOST_SILENCE = 3_000;
/** A recording is an hour at most, packets: a capturer that runs for weeks is many, each of which can be deleted. */
export const LONGEST = 180_000;

const PACKETS_PER_S = 1_000_000 / PACKET_US;

/** The folder of a day (UTC), by which old recordings are found again. */
export const dayOf = (wall_ms: number) => new Date(wall_ms).toISOString().slice(0, 10);

/** One file that is being written: the sound of a take from one place on, silence where there is none. */
export class Part {
  /** Below the folder of recordings. */
  readonly path: string;
  readonly began_ms: number;
  readonly channels: 1 | 2;
  /** Bytes written. */
  size = 0;
  readonly #first: number;
  #next: number;
  readonly #file: FileHandle;
  readonly #ogg = new OggOpus(randomInt(2 ** 32));
  #pending: Uint8Array[] = [];

  private constructor(path: string, began_ms: number, channels: 1 | 2, first: number, file: FileHandle) {
    this.path = path;
    this.began_ms = began_ms;
    this.channels = channels;
    this.#first = first;
    this.#next = first;
    this.#file = file;
  }

  /** Creates the file, from a place on whose wall time is `began_ms`. @throws as the file system does */
  static async open(
    folder: string,
    began_ms: number,
    begin: { channels: 1 | 2; slot: number; title: string },
  ): Promise<Part> {
    const path = `${dayOf(began_ms)}/${randomUUID()}.ogg`;
    const absolute = join(folder, path);
    await mkdir(dirname(absolute), { recursive: true });
    const part = new Part(path, began_ms, begin.channels, begin.slot, await open(absolute, 'wx'));
    const date = new Date(began_ms).toISOString();
    await part.#write(part.#ogg.start(begin.channels, { TITLE: begin.title, DATE: date }));
    return part;
  }

  /** The place behind its end. */
  get next(): number {
    return this.#next;
  }

  get duration_ms(): number {
    return ((this.#next - this.#first) * 1000) / PACKETS_PER_S;
  }

  /** Whether a place belongs into this file, and not into one of its own. */
  takes(slot: number): boolean {
    return slot - this.#next <= MOST_SILENCE && slot - this.#first < LONGEST;
  }

  /** Puts sound in its place; what lies before the end is passed over. */
  put({ at, packets }: Slot): void {
    if (at < this.#next) return;
    const none = packets.map(() => SILENCE_PACKET);
    for (; this.#next < at; this.#next++) this.#pending.push(packetOf(none));
    this.#pending.push(packetOf(packets.map((packet) => packet ?? SILENCE_PACKET)));
    this.#next++;
  }

  /** Writes what fills whole pages; the last packet stays, for the page that ends the file. @throws as the file system does */
  async flush(): Promise<void> {
    const pages: Buffer[] = [];
    while (this.#pending.length > PER_PAGE) pages.push(this.#page(false));
    if (pages.length > 0) await this.#write(Buffer.concat(pages));
  }

  /** Ends the file and has it on the disk. @throws as the file system does */
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

  /** Gives the file up as it is, after a write has failed. */
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
