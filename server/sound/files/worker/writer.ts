import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, FormatContext, type Frame, Packet } from 'node-av/lib';
import { PROGRAMME_PACKET_BYTES } from '../../../../contract/protocol/audio.ts';
import { LISTEN_FILE, PROGRAMME_FILE } from '../programmeFiles.ts';
import { openOpusEncoder } from './opus.ts';

/** Bytes buffered before a write: a second of programme is 8,000. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Writes one programme in two files from one encode: `programme.opk` (bare packets, 160 bytes each) and
 * `listen.ogg` (the same packets in Ogg). Takes mono float frames of 960 samples at 48 kHz; the last may be
 * shorter.
 */
export class ProgrammeWriter {
  readonly #encoder = openOpusEncoder();
  readonly #ogg = new FormatContext();
  readonly #packet = new Packet();
  readonly #opk: number;
  readonly #oggPath: string;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #samples = 0n;
  packets = 0;

  constructor(dir: string) {
    this.#packet.alloc();
    this.#oggPath = join(dir, LISTEN_FILE);
    // Plain write: `finish` syncs it, and the transcoder renames its folder.
    this.#opk = openSync(join(dir, PROGRAMME_FILE), 'w');
    FFmpegError.throwIfError(this.#ogg.allocOutputContext2(null, 'ogg', `file:${this.#oggPath}`), 'ogg');
    const stream = this.#ogg.newStream(null);
    FFmpegError.throwIfError(stream.codecpar.fromContext(this.#encoder), 'ogg');
    stream.timeBase = this.#encoder.timeBase;
    FFmpegError.throwIfError(this.#ogg.openOutputSync(), 'ogg');
    FFmpegError.throwIfError(this.#ogg.writeHeaderSync(null), 'ogg');
  }

  /** Encodes a frame, or flushes the encoder with null. */
  write(frame: Frame | null): void {
    if (frame) {
      frame.pts = this.#samples;
      this.#samples += BigInt(frame.nbSamples);
    }
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(frame), 'opus encoder');
    for (;;) {
      const ret = this.#encoder.receivePacketSync(this.#packet);
      if (ret === AVERROR_EAGAIN || ret === AVERROR_EOF) return;
      FFmpegError.throwIfError(ret, 'opus encoder');
      this.#store();
    }
  }

  #store(): void {
    const data = this.#packet.data;
    if (data?.length !== PROGRAMME_PACKET_BYTES) throw new Error(`packet of ${data?.length} bytes`);
    this.packets++;
    this.#pending.push(Buffer.from(data));
    this.#pendingBytes += data.length;
    if (this.#pendingBytes >= BUFFER_BYTES) this.#flush();
    this.#packet.streamIndex = 0;
    FFmpegError.throwIfError(this.#ogg.writeFrameSync(this.#packet), 'ogg');
    this.#packet.unref();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#opk, bytes, at);
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** Finishes both files and flushes them to the disk. */
  finish(): void {
    this.write(null);
    this.#flush();
    fsyncSync(this.#opk);
    closeSync(this.#opk);
    FFmpegError.throwIfError(this.#ogg.writeTrailerSync(), 'ogg');
    this.#ogg.closeOutputSync();
    // Plain write: opened to sync what the library wrote.
    const fd = openSync(this.#oggPath, 'r+');
    fsyncSync(fd);
    closeSync(fd);
    this.#ogg.freeContext();
    this.#encoder.freeContext();
    this.#packet.free();
  }
}
