import type { Socket } from 'node:net';
import type { ClientLogin } from '../connect/clientLogin.ts';
import { type RtspMessage, RtspReader } from './rtspReader.ts';

/** Answer to a request. */
export interface RtspResponse {
  status: number;
  header(name: string): string | null;
  body: string;
}

const ANSWER_MS = 5_000;
const NOT_IMPLEMENTED = 501;
const UNAUTHORIZED = 401;
const FRAME = 0x24;

const firstOf = ({ headers }: RtspMessage, name: string) => headers.get(name)?.[0] ?? null;

/** Connection to a server of RTSP over which its messages and frames of sound go (RFC 2326). */
export class RtspConnection {
  readonly #socket: Socket;
  readonly #login: ClientLogin;
  readonly #agent: string;
  readonly #reader = new RtspReader();
  readonly #waiting = new Map<number, (response: RtspMessage | Error) => void>();
  #number = 0;
  /** Name of the session, which every request has once there is one. */
  session: string | null = null;

  /** @param closed called when the connection has ended */
  constructor(socket: Socket, login: ClientLogin, agent: string, closed: () => void) {
    this.#socket = socket;
    this.#login = login;
    this.#agent = agent;
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      for (const answer of this.#waiting.values()) answer(new Error('ECONNRESET'));
      this.#waiting.clear();
      closed();
    });
  }

  #take(bytes: Buffer): void {
    try {
      for (const message of this.#reader.take(bytes)) {
        const number = Number(firstOf(message, 'cseq'));
        if (message.status === null) this.#refuse(number);
        else this.#waiting.get(number)?.(message);
      }
    } catch {
      this.#socket.destroy();
    }
  }

  /** Refuses a request of the server: this side serves none. */
  #refuse(number: number): void {
    this.#socket.write(`RTSP/1.0 ${NOT_IMPLEMENTED} Not Implemented\r\nCSeq: ${number}\r\n\r\n`);
  }

  /** Sends a request, and again with the login that it asks for. @throws Error without an answer */
  async request(
    method: string,
    uri: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RtspResponse> {
    const message = await this.#ask(method, uri, headers);
    const challenges = message.headers.get('www-authenticate') ?? [];
    const isAgain = message.status === UNAUTHORIZED && this.#login.challenged(challenges);
    const answer = isAgain ? await this.#ask(method, uri, headers) : message;
    return { status: answer.status ?? 0, header: (name) => firstOf(answer, name), body: answer.body };
  }

  #ask(method: string, uri: string, headers: Readonly<Record<string, string>>): Promise<RtspMessage> {
    const number = ++this.#number;
    const login = this.#login.authorization(method, uri);
    const all: Record<string, string> = {
      ...{ CSeq: String(number), 'User-Agent': this.#agent },
      ...(this.session === null ? {} : { Session: this.session }),
      ...(login === null ? {} : { Authorization: login }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return new Promise((resolve, reject) => {
      const end = (answer: RtspMessage | Error) => {
        clearTimeout(timer);
        this.#waiting.delete(number);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      const timer = setTimeout(() => end(new Error('ETIMEDOUT')), ANSWER_MS);
      this.#waiting.set(number, end);
      if (this.#socket.destroyed) end(new Error('ECONNRESET'));
      else this.#socket.write([`${method} ${uri} RTSP/1.0`, ...lines, '', ''].join('\r\n'));
    });
  }

  /** Bytes that the peer has not taken yet. */
  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  /** Sends a packet by a channel of the connection (RFC 2326, 10.12). */
  frame(channel: number, packet: Uint8Array): void {
    const head = Buffer.alloc(4);
    head.writeUInt8(FRAME, 0);
    head.writeUInt8(channel, 1);
    head.writeUInt16BE(packet.byteLength, 2);
    this.#socket.write(Buffer.concat([head, packet]));
  }

  /** Sends what is left, then closes. */
  end(): void {
    this.#socket.end();
    this.#socket.setTimeout(1_000, () => this.#socket.destroy());
  }
}
