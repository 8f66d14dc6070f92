import { connect, type Socket } from 'node:net';
import type { RemoteAnswer } from '../../../contract/api/administration.ts';
import type { TerminalLog } from './terminalLog.ts';

export interface RemoteLinkDeps {
  changed(): void;
  /** Network data of the terminal. */
  network(): NonNullable<RemoteAnswer['network']>;
  /** Phase of the session with the server. */
  phase(): string;
  notes: TerminalLog;
  restart(): void;
}

/** Delay between two attempts, ms; and silence of a connection before TCP keep-alive probes it. */
const AGAIN_MS = 5_000;
const KEEP_ALIVE_MS = 15_000;
const MAX_LINE = 4_096;

/**
 * Connection to a remote-management server: JSON lines over TCP. The server may request `log` and `network` and
 * command `restart`, and nothing else. Neither encrypted nor authenticated: for another server than the terminal's own.
 */
export class RemoteLink {
  readonly #deps: RemoteLinkDeps;
  #socket: Socket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #wanted: { host: string; port: number } | null = null;
  isUp = false;

  constructor(deps: RemoteLinkDeps) {
    this.#deps = deps;
  }

  open(to: { host: string; port: number }): void {
    this.close();
    this.#wanted = to;
    this.#connect();
  }

  close(): void {
    this.#wanted = null;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
    this.#socket = null;
    this.isUp = false;
  }

  #connect(): void {
    if (this.#wanted === null) return;
    const { host, port } = this.#wanted;
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, keepAlive: true });
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.#socket = socket;
    let waiting = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      this.isUp = true;
      this.#deps.notes.note(`connected to ${host}:${port}`);
      const { host: name, server } = this.#deps.network();
      this.#send({ type: 'hello', host: name, server, phase: this.#deps.phase() });
      this.#deps.changed();
    });
    socket.on('data', (text: string) => {
      waiting += text;
      for (let end = waiting.indexOf('\n'); end >= 0; end = waiting.indexOf('\n')) {
        this.#take(waiting.slice(0, end));
        waiting = waiting.slice(end + 1);
      }
      if (waiting.length > MAX_LINE) socket.destroy();
    });
    socket.on('error', () => {
      // Handled by 'close', which follows.
    });
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.isUp) this.#deps.notes.note(`lost ${host}:${port}`);
      this.isUp = false;
      this.#timer = setTimeout(() => this.#connect(), AGAIN_MS);
      this.#timer.unref();
      this.#deps.changed();
    });
  }

  #take(line: string): void {
    let type: unknown;
    try {
      type = (JSON.parse(line) as { type?: unknown } | null)?.type;
    } catch {
      return;
    }
    if (type === 'log') this.#send({ type: 'log', lines: this.#deps.notes.lines() });
    else if (type === 'network')
      this.#send({ type: 'network', phase: this.#deps.phase(), ...this.#deps.network() });
    else if (type === 'restart') {
      this.#deps.notes.note('restarted by remote administration');
      this.#send({ type: 'result', ok: true });
      this.#deps.restart();
    }
  }

  #send(message: object): void {
    this.#socket?.write(`${JSON.stringify(message)}\n`);
  }
}
