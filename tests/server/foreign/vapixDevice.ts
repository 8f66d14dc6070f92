import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const REALM = 'AXIS_00408C123456';

/**
 * Loudspeaker with `transmit.cgi` and `param.cgi`, written from "VAPIX, Audio systems, Audio API" and "VAPIX,
 * Authentication": Digest with MD5, one sender at a time, no answer while sound arrives.
 */
export class VapixDevice {
  readonly #server;
  readonly #nonces = new Set<string>();
  /** Sound of the requests so far. */
  sound = Buffer.alloc(0);
  types: string[] = [];
  senders = 0;
  /** True: another program sends to it. */
  isBusy = false;
  password = 'pass';
  port = 0;

  constructor(tls?: { key: string; cert: string }) {
    const listener = (request: IncomingMessage, response: ServerResponse) => this.#serve(request, response);
    this.#server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  }

  async plug(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async unplug(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #isLoggedIn({ method, url, headers }: IncomingMessage): boolean {
    const fields = new Map(
      [...(headers.authorization ?? '').matchAll(/(\w+)="?([^",\s]+)"?/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const nonce = fields.get('nonce') ?? '';
    const [a1, a2] = [md5(`root:${REALM}:${this.password}`), md5(`${method}:${url}`)];
    const wanted = md5(`${a1}:${nonce}:${fields.get('nc')}:${fields.get('cnonce')}:auth:${a2}`);
    return this.#nonces.has(nonce) && fields.get('username') === 'root' && fields.get('response') === wanted;
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isLoggedIn(request)) {
      const nonce = randomBytes(8).toString('hex');
      this.#nonces.add(nonce);
      response.writeHead(401, {
        'WWW-Authenticate': [
          `Digest realm="${REALM}", nonce="${nonce}", algorithm=MD5, qop="auth"`,
          `Basic realm="${REALM}"`,
        ],
      });
      response.end();
      return;
    }
    if (request.method === 'GET') {
      response.end('root.Properties.Audio.Audio=yes\n');
      return;
    }
    if (this.isBusy || this.senders > 0) {
      response.writeHead(503).end();
      return;
    }
    this.senders++;
    this.types.push(request.headers['content-type'] ?? '');
    request.on('data', (bytes: Buffer) => {
      this.sound = Buffer.concat([this.sound, bytes]);
    });
    request.once('close', () => this.senders--);
  }
}
