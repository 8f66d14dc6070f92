import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import {
  type Hello,
  PROTOCOL_VERSION,
  type Report,
  type ToTerminal,
} from '../../contract/protocol/terminal.ts';

type Sent<T extends ToTerminal['type']> = Extract<ToTerminal, { type: T }>;

/** Interval of keep-alives of an idle terminal, ms: a test may take longer than the presence timeout. */
const PRESENT_MS = 2_000;

/**
 * Terminal reduced to its socket: sends what the test tells it to, and records received messages. Every wait
 * ends with its message, or fails when the connection closes or after a generous time.
 */
export class TerminalClient {
  readonly socket: WebSocket;
  readonly heard: ToTerminal[] = [];
  readonly frames: Buffer[] = [];
  /** Close code, once closed. */
  closeCode: number | null = null;
  #wakers = new Set<() => void>();

  /**
   * @param autoPong false: answers no ping, and sends no keep-alives
   * @param from client address that a trusted proxy reports
   */
  constructor(url: string, { autoPong = true, from }: { autoPong?: boolean; from?: string } = {}) {
    const headers = from === undefined ? {} : { 'x-forwarded-for': from };
    this.socket = new WebSocket(url, { perMessageDeflate: false, autoPong, headers });
    if (autoPong) this.#stayPresent();
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.frames.push(data);
      else this.heard.push(JSON.parse(String(data)) as ToTerminal);
      this.#wake();
    });
    this.socket.on('error', () => {});
    this.socket.on('close', (code) => {
      this.closeCode = code;
      this.#wake();
    });
    this.socket.on('open', () => this.#wake());
  }

  /** Connects and says hello. */
  static async hello(
    url: string,
    fields: Partial<Hello> & { code: string },
    from?: string,
  ): Promise<TerminalClient> {
    const client = new TerminalClient(url, from === undefined ? {} : { from });
    await client.opened();
    client.hello(fields);
    return client;
  }

  opened(): Promise<void> {
    return this.until(() => this.socket.readyState === WebSocket.OPEN, 'open');
  }

  hello(fields: Partial<Hello> & { code: string }): void {
    this.send({
      type: 'hello',
      protocol: PROTOCOL_VERSION,
      role: 0,
      version: '1.0',
      boot: randomUUID(),
      features: ['decode'],
      ...fields,
    });
  }

  report(fields: Partial<Report> = {}): void {
    this.send({ type: 'report', state: 'idle', ...fields });
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Returns the next message of this type, received already or later, and removes it from `heard`. */
  async next<T extends ToTerminal['type']>(type: T): Promise<Sent<T>> {
    const find = () => this.heard.findIndex((message) => message.type === type);
    await this.until(
      () => find() >= 0,
      type,
      () => this.closeCode !== null,
    );
    return this.heard.splice(find(), 1)[0] as Sent<T>;
  }

  closed(): Promise<void> {
    return this.until(() => this.closeCode !== null, 'close');
  }

  /** Simulates a power loss: the socket is destroyed without a message. */
  async drop(): Promise<void> {
    this.socket.terminate();
    await this.closed();
  }

  until(reached: () => boolean, what: string, hopeless: () => boolean = () => false): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (reached()) end(resolve);
        else if (hopeless()) end(() => reject(new Error(`no ${what}: ${JSON.stringify(this.heard)}`)));
      };
      const timer = setTimeout(
        () => end(() => reject(new Error(`no ${what} in 60 s: ${JSON.stringify(this.heard)}`))),
        60_000,
      );
      const end = (then: () => void) => {
        clearTimeout(timer);
        this.#wakers.delete(look);
        then();
      };
      this.#wakers.add(look);
      look();
    });
  }

  #stayPresent(): void {
    const timer = setInterval(() => {
      if (this.socket.readyState === WebSocket.OPEN) this.socket.ping();
    }, PRESENT_MS);
    this.socket.once('close', () => clearInterval(timer));
  }

  #wake(): void {
    for (const waker of [...this.#wakers]) waker();
  }
}
