import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { MAX_MESSAGE_BYTES } from '../contract/protocol/frames.ts';
import { Failure } from './failure.ts';
import { type Observations, TerminalLink } from './link.ts';
import { MediaTime } from './mediaTime.ts';

/** Server of the terminal protocol that is driven by the cases; it accepts one terminal. */
export class TestServer {
  readonly clock = new MediaTime();
  readonly observations: Observations = { invalid: [], mostPerS: 0, longestPongMs: 0, pings: 0 };
  readonly links: TerminalLink[] = [];
  /** Paths and origins of the connections. */
  readonly requests: { path: string; origin: string | undefined }[] = [];
  /** False: connections are refused, as by a server that has failed. */
  isReachable = true;
  /** Answers of GET requests by the beginning of their path. */
  readonly downloads = new Map<string, (request: URL, response: ServerResponse, range: number) => void>();
  readonly #http: Server;
  readonly #sockets: WebSocketServer;
  readonly #waiting = new Set<(link: TerminalLink) => void>();

  private constructor(http: Server) {
    this.#http = http;
    http.on('request', (request, response) => this.#download(request, response));
    this.#sockets = new WebSocketServer({
      server: http,
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      verifyClient: (_info: object, done: (isAccepted: boolean, code?: number) => void) =>
        done(this.isReachable, 503),
      // As the product, which answers pings of the terminal itself.
      autoPong: true,
    });
    this.#sockets.on('connection', (socket, request: IncomingMessage) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      this.requests.push({ path: pathname, origin: request.headers.origin });
      const link = new TerminalLink(socket, this.clock, this.observations);
      this.links.push(link);
      for (const take of [...this.#waiting]) take(link);
    });
  }

  /** Listens on `port` (0: a free one) of `host`. */
  static async start(port: number, host: string): Promise<TestServer> {
    const http = createServer();
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(port, host, resolve);
    });
    return new TestServer(http);
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  /** Resolves with the next connection after the first `known` ones. @throws Failure after `ms` */
  async link(known: number, ms: number): Promise<TerminalLink> {
    const there = this.links[known];
    if (there !== undefined) return there;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new Failure(`no connection within ${ms} ms`));
      }, ms);
      const take = (link: TerminalLink) => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(link);
      };
      this.#waiting.add(take);
    });
  }

  #download(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, answer] = [...this.downloads].find(([path]) => url.pathname.startsWith(path)) ?? [];
    const range = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (answer === undefined || !this.isReachable) response.writeHead(404).end();
    else answer(url, response, range);
  }

  async stop(): Promise<void> {
    for (const link of this.links) link.terminate();
    this.#sockets.close();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}
