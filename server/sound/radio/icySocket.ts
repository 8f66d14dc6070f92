import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

const ICY = 'ICY ';
const HTTP = 'HTTP/1.0 ';

/**
 * Socket that rewrites the status line of old SHOUTcast servers: "ICY 200 OK" is read as "HTTP/1.0 200 OK",
 * as Node's parser rejects the former.
 */
export class IcySocket extends Duplex {
  readonly #socket: Socket;
  #head: Buffer | null = Buffer.alloc(0);

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', (chunk) => this.#received(chunk));
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.on('connect', () => this.emit('connect'));
  }

  #received(chunk: Buffer): void {
    let bytes = chunk;
    if (this.#head !== null) {
      bytes = Buffer.concat([this.#head, chunk]);
      const begins = bytes.subarray(0, ICY.length).toString('latin1');
      if (bytes.length < ICY.length && ICY.startsWith(begins)) {
        this.#head = bytes;
        return;
      }
      this.#head = null;
      if (begins === ICY) bytes = Buffer.concat([Buffer.from(HTTP), bytes.subarray(ICY.length)]);
    }
    if (!this.push(bytes)) this.#socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }
  override _final(done: () => void): void {
    this.#socket.end(done);
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
