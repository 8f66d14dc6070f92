import type { WebSocket } from 'ws';
import {
  decodeRelayFrame,
  type FromRelay,
  RELAY_SILENCE_MS,
  RELAY_STATE_MS,
  type ToRelay,
  toRelay,
} from '../../contract/protocol/relayLink.ts';
import type { RelayRecord } from '../relayRecord.ts';
import { dialServer, jsonOf, RelayRefused } from './dialServer.ts';
import { RelayClock } from './relayClock.ts';

/** Waits between attempts to connect, ms; the longer one after a refusal. */
const RETRY_MS = 500;
const REFUSED_MS = 10_000;
/** Interval of looking whether the clock is synchronised, ms. */
const SYNC_MS = 20;

export interface LineEvents {
  /** Connected, and the media clock is known: terminals can be served. */
  up(): void;
  /** The line is lost. */
  down(): void;
  /** The server has proved that this relay was withdrawn; the line is not tried again. */
  withdrawn(): void;
  message(message: Exclude<ToRelay, { type: 'time' | 'https' }>): void;
  bytes(kind: number, number: number, content: Uint8Array): void;
  /** Messages of sound that slow terminals were not sent. */
  dropped(): number;
}

type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
};

/** The one connection to the server; it is opened again as long as the relay runs. */
export class ServerLine {
  readonly clock = new RelayClock((message) => this.#sendText(message));
  /** True while terminals come by HTTPS only. */
  isHttpsOnly = false;
  /** Fingerprint of the server's certificate on the last connection. */
  certificate = '';
  readonly #record: RelayRecord;
  readonly #events: LineEvents;
  readonly #log: Log;
  #socket: WebSocket | null = null;
  #isUp = false;
  #isOver = false;
  #heardAtMs = 0;
  #lastReason = '';

  constructor(record: RelayRecord, events: LineEvents, log: Log) {
    this.#record = record;
    this.#events = events;
    this.#log = log;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  send(message: FromRelay): void {
    if (this.#isUp) this.#sendText(message);
  }

  sendBytes(bytes: Uint8Array): void {
    if (this.#isUp) this.#socket?.send(bytes, () => {});
  }

  /** Keeps the connection until `close`. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      let waitMs = RETRY_MS;
      try {
        await this.#connection();
      } catch (error) {
        const reason = (error as Error).message;
        if (error instanceof RelayRefused) waitMs = REFUSED_MS;
        if (reason !== this.#lastReason)
          this.#log.warn({ server: this.#record.server, reason }, 'the server cannot be reached');
        this.#lastReason = reason;
        if (error instanceof RelayRefused && error.isFinal) {
          this.#isOver = true;
          this.#events.withdrawn();
        }
      }
      if (!this.#isOver) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.close();
  }

  async #connection(): Promise<void> {
    const { private_key: privateKey, server_key: serverKey, server } = this.#record;
    const { socket, welcome, certificate } = await dialServer(server, { privateKey, serverKey, token: null });
    if (this.#isOver) return socket.close();
    this.#socket = socket;
    this.#lastReason = '';
    this.certificate = certificate;
    this.isHttpsOnly = welcome.https_only;
    this.#heardAtMs = performance.now();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    this.clock.start(welcome.epoch);
    const sync = setInterval(() => this.#becomeUp(), SYNC_MS);
    // Timers run before sockets are read: one turn later what arrived during a long turn has been read.
    const state = setInterval(() => setImmediate(() => this.#tick()), RELAY_STATE_MS);
    await closed;
    clearInterval(sync);
    clearInterval(state);
    this.clock.stop();
    this.#socket = null;
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#log.warn({ server }, 'the connection to the server is lost');
    this.#events.down();
  }

  #becomeUp(): void {
    if (this.#isUp || !this.clock.isSynced) return;
    this.#isUp = true;
    this.#log.info({ server: this.#record.server }, 'connected to the server');
    this.#tick();
    this.#events.up();
  }

  #tick(): void {
    if (performance.now() - this.#heardAtMs > RELAY_SILENCE_MS) {
      this.#socket?.terminate();
      return;
    }
    const state = { clock_error_us: this.clock.errorUs, dropped: this.#events.dropped() };
    this.#sendText({ type: 'state', ...state });
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#heardAtMs = performance.now();
    if (isBinary) {
      const read = decodeRelayFrame(data);
      if (read !== null) this.#events.bytes(read.kind, read.number, read.content);
      return;
    }
    // A newer server may send messages that this relay does not know.
    const message = toRelay.safeParse(jsonOf(data.toString('utf8'))).data;
    if (message === undefined) return;
    if (message.type === 'time') this.clock.answer(message);
    else if (message.type === 'https') this.isHttpsOnly = message.https_only;
    else this.#events.message(message);
  }

  #sendText(message: object): void {
    this.#socket?.send(JSON.stringify(message), () => {});
  }
}
