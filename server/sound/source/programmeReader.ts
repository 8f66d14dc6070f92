import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { programmePace, SILENCE_PACKET, type Source, SourceError } from './source.ts';
import { PACKET_MS, type Segment, type Timeline } from './timeline.ts';

/** Length that is kept read ahead, for disks that stall, ms. */
const READ_AHEAD_MS = 6_000;
/** Packets per read: 40 KB, five seconds. */
const PACKETS_PER_READ = 256;

/** The part of a file handle that is used; tests pass their own. */
export type OpenProgramme = (path: string) => Promise<ProgrammeFile>;
export interface ProgrammeFile {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/**
 * Reads the packets of a list from a position on, ahead of their use, in the thread pool: `take` never waits.
 * `paths` are the programme files of the items. A read error ends up in `failure`, after all packets read
 * before it.
 */
export class ProgrammeReader implements Source {
  readonly pace = programmePace;
  failure: SourceError | null = null;
  readonly #timeline: Timeline;
  readonly #paths: readonly string[];
  #packets: Uint8Array[] = [];
  #taken = 0;
  /** Position that is read next, and position of the packet that `take` gives next, ms. */
  #readAt: number;
  #position: number;
  #ended = false;
  #closed = false;
  #file: { item: number; handle: ProgrammeFile } | null = null;
  #filling: Promise<void> | null = null;

  readonly #openFile: OpenProgramme;

  constructor(open: OpenProgramme, timeline: Timeline, paths: readonly string[], position: number) {
    this.#openFile = open;
    this.#timeline = timeline;
    this.#paths = paths;
    this.#readAt = position;
    this.#position = position;
  }

  /** Position in the list of the packet that comes next, ms. */
  get position(): number {
    return this.#position;
  }

  /** True when everything up to the end of the list, or to the failure, has been taken. */
  get finished(): boolean {
    return (this.#ended || this.failure !== null) && this.#taken >= this.#packets.length;
  }

  /** Reads the first stretch. @throws SourceError when nothing can be played at this position */
  async prepare(): Promise<void> {
    await this.#fill(PACKETS_PER_READ);
    if (this.failure && this.#packets.length === 0) throw this.failure;
  }

  /** Takes the next packets, `count` at most: fewer when the list ends or the disk has not kept up. */
  take(count: number): Uint8Array[] {
    const packets = this.#packets.slice(this.#taken, this.#taken + count);
    this.#taken += packets.length;
    this.#position = this.#timeline.advance(this.#position, packets.length * PACKET_MS);
    if (this.#taken > PACKETS_PER_READ) {
      this.#packets = this.#packets.slice(this.#taken);
      this.#taken = 0;
    }
    if (!this.#filling && this.#packets.length - this.#taken < READ_AHEAD_MS / PACKET_MS)
      void this.#fill(READ_AHEAD_MS / PACKET_MS);
    return packets;
  }

  close(): void {
    this.#closed = true;
    if (!this.#filling) void this.#closeFile();
  }

  #fill(packets: number): Promise<void> {
    if (this.#ended || this.failure || this.#closed) return Promise.resolve();
    this.#filling = this.#readUntil(packets)
      .catch((error: unknown) => {
        this.failure = error instanceof SourceError ? error : new SourceError(0, String(error));
      })
      .finally(() => {
        this.#filling = null;
        if (this.#closed || this.#ended || this.failure) void this.#closeFile();
      });
    return this.#filling;
  }

  async #readUntil(packets: number): Promise<void> {
    while (!this.#closed && this.#packets.length - this.#taken < packets) {
      const segment = this.#timeline.segment(this.#readAt);
      if (!segment) {
        this.#ended = true;
        return;
      }
      const count = Math.min(segment.left_ms / PACKET_MS, PACKETS_PER_READ);
      if (segment.gap) for (let i = 0; i < count; i++) this.#packets.push(SILENCE_PACKET);
      else await this.#readItem(segment, count);
      this.#readAt = this.#timeline.advance(this.#readAt, count * PACKET_MS);
    }
  }

  async #readItem(segment: Segment, count: number): Promise<void> {
    const handle = await this.#open(segment.item);
    const bytes = new Uint8Array(count * PROGRAMME_PACKET_BYTES);
    const from = (segment.offset_ms / PACKET_MS) * PROGRAMME_PACKET_BYTES;
    let got = 0;
    while (got < bytes.length) {
      const { bytesRead } = await handle.read(bytes, got, bytes.length - got, from + got);
      if (bytesRead === 0) break;
      got += bytesRead;
    }
    const whole = Math.floor(got / PROGRAMME_PACKET_BYTES);
    for (let i = 0; i < whole; i++)
      this.#packets.push(bytes.subarray(i * PROGRAMME_PACKET_BYTES, (i + 1) * PROGRAMME_PACKET_BYTES));
    if (whole < count)
      throw new SourceError(segment.item, `${this.#paths[segment.item]} ends before its length`);
  }

  async #open(item: number): Promise<ProgrammeFile> {
    if (this.#file?.item === item) return this.#file.handle;
    await this.#closeFile();
    try {
      const handle = await this.#openFile(this.#paths[item] ?? '');
      this.#file = { item, handle };
      return handle;
    } catch (error) {
      throw new SourceError(item, String(error));
    }
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.handle.close().catch(() => {});
  }
}
