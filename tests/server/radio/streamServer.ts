import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Encoding, encodeTo } from '../media/sounds.ts';

/** Encodes some seconds of a tone. */
export function toneBytes(encoding: Encoding, seconds: number, hertz = 440, amplitude = 0.3): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-tone-'));
  const path = join(dir, 'tone');
  const wave = (t: number) => amplitude * Math.sin(2 * Math.PI * hertz * t);
  encodeTo(path, encoding, { rate: 48_000, channels: 2, seconds }, wave);
  const bytes = readFileSync(path);
  rmSync(dir, { recursive: true });
  return bytes;
}

/** Inserts a block of ICY metadata after every `interval` bytes. */
function withMetadata(sound: Buffer, interval: number, title: () => string): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + interval <= sound.length; at += interval) {
    const text = Buffer.from(`StreamTitle='${title()}';`);
    const block = Buffer.alloc(1 + Math.ceil(text.length / 16) * 16);
    block[0] = (block.length - 1) / 16;
    text.copy(block, 1);
    parts.push(sound.subarray(at, at + interval), block);
  }
  return Buffer.concat(parts);
}

const INTERVAL = 4000;
const TICK_MS = 20;
/** Factor of real time at which streams are sent, to save test time. */
const PACE = 4;

/** HTTP server with an ICY station that plays an endless tone, and other paths set by tests. */
export async function startStreamServer() {
  const loop = toneBytes('mp3', 10);
  const listeners = new Set<ServerResponse>();
  const paths = new Map<string, (response: ServerResponse, range: string) => void>();
  const requests: string[] = [];
  const state = { title: 'Morning — 晨曲', isUp: true };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const other = paths.get(path);
    if (other !== undefined) return other(response, request.headers.range ?? '');
    if (path !== '/live' || !state.isUp) return response.writeHead(state.isUp ? 404 : 503).end();
    const wantsTitles = request.headers['icy-metadata'] === '1';
    response.writeHead(200, {
      'content-type': 'audio/mpeg',
      'icy-name': Buffer.from('Harbour 电台').toString('latin1'),
      'icy-br': '128',
      ...(wantsTitles ? { 'icy-metaint': String(INTERVAL) } : {}),
    });
    listeners.add(response);
    let at = 0;
    const timer = setInterval(() => {
      const bytes = Math.round((16_000 / 1000) * TICK_MS * PACE);
      const chunk: Buffer[] = [];
      // Whole intervals only: the rest follows with the next tick.
      for (owed += bytes; owed >= INTERVAL; owed -= INTERVAL) {
        const part = Buffer.alloc(INTERVAL);
        for (let i = 0; i < INTERVAL; i++) part[i] = loop[(at + i) % loop.length] ?? 0;
        at += INTERVAL;
        chunk.push(wantsTitles ? withMetadata(part, INTERVAL, () => state.title) : part);
      }
      if (chunk.length > 0 && !response.writableNeedDrain) response.write(Buffer.concat(chunk));
    }, TICK_MS);
    let owed = INTERVAL * 8;
    response.on('close', () => {
      clearInterval(timer);
      listeners.delete(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    state,
    requests,
    listeners,
    serve(path: string, answer: (response: ServerResponse) => void): string {
      paths.set(path, answer);
      return `http://127.0.0.1:${port}${path}`;
    },
    /** Serves a file with range requests. */
    serveParts(path: string, bytes: Buffer): void {
      paths.set(path, (response, range) => {
        const [, from, to] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
        if (from === undefined) response.end(bytes);
        else response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1));
      });
    },
    /** Cuts every connection. */
    cut(): void {
      for (const response of listeners) response.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type StreamServer = Awaited<ReturnType<typeof startStreamServer>>;

/** Old SHOUTcast server, which responds with "ICY 200 OK". */
export async function startOldShoutcast(sound: Buffer) {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      socket.write('ICY 2');
      socket.write('00 OK\r\nicy-name:Old Station\r\nicy-br:128\r\ncontent-type:audio/mpeg\r\n\r\n');
      socket.write(sound);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Splits AAC in ADTS into segments of about this many frames (1024 samples each). */
export function aacPieces(bytes: Buffer, frames: number): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  let count = 0;
  for (let at = 0; at + 7 <= bytes.length; ) {
    const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    at += length;
    if (++count % frames !== 0) continue;
    pieces.push(bytes.subarray(start, at));
    start = at;
  }
  return pieces;
}

/** Splits a fragmented MP4 file into its initialisation section and its fragments. */
export function mp4Pieces(bytes: Buffer): { init: Buffer; fragments: Buffer[] } {
  const starts: number[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'moof') starts.push(at);
  const fragments = starts.map((start, i) => bytes.subarray(start, starts[i + 1] ?? bytes.length));
  return { init: bytes.subarray(0, starts[0]), fragments };
}
