import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { PACKET_US, PACKETS_PER_MESSAGE } from '../../../contract/protocol/audio.ts';
import { encodeAudioFrame, MAX_LEAD_US, START_LEAD_US } from '../../../contract/protocol/frames.ts';
import {
  type FromTerminal,
  fromTerminal,
  type Hello,
  type Report,
  type ToTerminal,
} from '../../../contract/protocol/terminal.ts';
import { monotonicUs } from '../../../terminal/headless/time.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** State of one connection at the fake server. */
export interface Guest {
  socket: WebSocket;
  messages: FromTerminal[];
  reports: Report[];
  send(message: ToTerminal): void;
}

/** Minimal server that speaks the terminal protocol over a real socket; every message is checked. */
export class FakeServer {
  readonly guests: Guest[] = [];
  /** Every hello received, also of terminals that have left. */
  readonly hellos: Hello[] = [];
  /** Answer to a hello; by default a welcome. */
  onHello: (guest: Guest, hello: Hello) => void;
  epoch = randomUUID();
  readonly #sockets: WebSocketServer;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #wakers = new Set<() => void>();
  readonly #baseUs = monotonicUs() - 5e6;

  readonly #http: Server;

  private constructor(http: Server) {
    this.#http = http;
    this.#sockets = new WebSocketServer({ server: http, path: '/v1/terminal' });
    const sockets = this.#sockets;
    this.onHello = (guest) => this.welcome(guest);
    sockets.on('connection', (socket) => this.#accept(socket));
  }

  /** Listens on a free port of this machine; `pages` is a folder with the built pages. */
  static async start(pages?: string): Promise<FakeServer> {
    const http = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      try {
        const file = path === '/terminal' ? '/terminal/index.html' : path;
        const body = readFileSync(join(pages ?? '/nowhere', file));
        response
          .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
          .end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return new FakeServer(http);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** The media clock, µs. */
  now(): number {
    return Math.round(monotonicUs() - this.#baseUs);
  }

  /** Machine time of a media time, µs. */
  monotonicOf(mediaUs: number): number {
    return mediaUs + this.#baseUs;
  }

  welcome(guest: Guest): void {
    guest.send({
      type: 'welcome',
      terminal: this.guests.indexOf(guest) + 1,
      epoch: this.epoch,
      settings: { name: 'Hall', ao_volume: 100, ai_volume: 50 },
      site: 'School',
    });
  }

  /** Opens a stream at every terminal and sends its packets in real time, ahead as a real server does. */
  broadcast(
    stream: number,
    packets: readonly Uint8Array[],
    volume: number | null = null,
    mix?: 'speech' | 'programme',
  ): number {
    const from = Math.round((this.now() + START_LEAD_US) / 1e3) * 1e3;
    const info = { broadcast: stream, title: `Stream ${stream}`, task_type: 1, priority: 1, over: null };
    const open = { type: 'stream.open' as const, stream, from_us: from, volume, ...info };
    for (const { send } of this.guests) send({ ...open, ...(mix === undefined ? {} : { mix }) });
    let next = 0;
    const timer = setInterval(() => {
      while (next < packets.length && from + next * PACKET_US < this.now() + MAX_LEAD_US) {
        const part = packets.slice(next, next + PACKETS_PER_MESSAGE);
        const frame = encodeAudioFrame({ stream, at_us: from + next * PACKET_US, packets: part });
        for (const { socket } of this.guests) socket.send(frame);
        next += part.length;
      }
      if (next >= packets.length) clearInterval(timer);
    }, 20);
    this.#timers.add(timer);
    return from;
  }

  sendAll(message: ToTerminal): void {
    for (const guest of this.guests) guest.send(message);
  }

  /** Resolves once `condition` holds; checked at every message of a terminal. */
  until(condition: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`timed out waiting for ${what}`)), 30_000);
      const look = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#wakers.delete(look);
        resolve();
      };
      this.#wakers.add(look);
      look();
    });
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { socket } of this.guests) socket.terminate();
    this.#sockets.close();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #accept(socket: WebSocket): void {
    const guest: Guest = { socket, messages: [], reports: [], send: (m) => socket.send(JSON.stringify(m)) };
    this.guests.push(guest);
    socket.on('message', (data: Buffer) => {
      const t1 = this.now();
      const message = fromTerminal.parse(JSON.parse(data.toString()));
      guest.messages.push(message);
      if (message.type === 'hello') {
        this.hellos.push(message);
        this.onHello(guest, message);
      }
      if (message.type === 'report') guest.reports.push(message);
      if (message.type === 'time') {
        guest.send({ type: 'time', t0: message.t0, t1, t2: this.now(), epoch: this.epoch });
      }
      for (const look of [...this.#wakers]) look();
    });
    socket.on('close', () => {
      this.guests.splice(this.guests.indexOf(guest), 1);
      for (const look of [...this.#wakers]) look();
    });
  }
}
