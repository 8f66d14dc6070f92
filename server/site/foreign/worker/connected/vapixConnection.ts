import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import {
  VAPIX_PATH,
  type VapixTransport,
  vapixTypes,
} from '../../../../../contract/entities/terminals/connected/vapixTransport.ts';
import type { ClientLogin } from '../../../../platform/connect/clientLogin.ts';
import { openSocket } from '../../../../platform/connect/openSocket.ts';
import type { ConnectionState } from '../../connected/connected.types.ts';
import { AGENT, loginAt, placeOfLoudspeaker } from '../../connected/connectedPlace.ts';
import type { Payload } from '../packetizer.ts';
import type { SoundConnection } from './soundConnection.types.ts';

const CONNECT_MS = 3_000;
/** Time for a request for a login; a device that sends none needs none. */
const CHALLENGE_MS = 1_000;
/** Time without a refusal after which the sound counts as accepted: devices answer at its end. */
const ACCEPTED_MS = 500;
/** Length of the sound, which is not known: as the documentation of the interface proposes. */
const LENGTH = 2_147_483_647;
/** Sound that a device has not taken, after which it counts as lost, ms. */
const STALLED_MS = 2_000;

const bytesPerMs: Record<VapixTransport['codec'], number> = { pcmu: 8, pcmu16: 16 };

/** HTTP request whose body is the sound (Axis VAPIX, Audio API, transmit.cgi). */
export class VapixConnection implements SoundConnection {
  readonly #transport: VapixTransport;
  readonly #login: ClientLogin;
  readonly #told: (state: ConnectionState) => void;
  #request: ClientRequest | null = null;
  #socket: Socket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isTaking = false;
  #isEnded = false;

  constructor(transport: VapixTransport, password: string | null, told: (state: ConnectionState) => void) {
    this.#transport = transport;
    this.#login = loginAt(transport, password);
    this.#told = told;
    void this.#open(transport.user !== '');
  }

  /** Opens a request. @param isAsked whether a request for a login is waited for */
  async #open(isAsked: boolean): Promise<void> {
    const { url, codec } = this.#transport;
    const { pathname, search, host } = new URL(url);
    const path = pathname === '/' ? VAPIX_PATH : pathname + search;
    try {
      const socket = await openSocket(placeOfLoudspeaker(this.#transport), CONNECT_MS);
      if (this.#isEnded) return void socket.destroy();
      const login = this.#login.authorization('POST', path);
      const sent = request({
        ...{ method: 'POST', path, createConnection: () => socket },
        headers: {
          ...{ Host: host, 'User-Agent': AGENT, Connection: 'Keep-Alive', 'Cache-Control': 'no-cache' },
          ...{ 'Content-Type': vapixTypes[codec], 'Content-Length': LENGTH },
          ...(login === null ? {} : { Authorization: login }),
        },
      });
      this.#request = sent;
      this.#socket = socket;
      sent.on('response', (response) => this.#answered(sent, response));
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (this.#request === sent) this.#end({ kind: 'lost', error: error.code ?? error.message });
      });
      sent.flushHeaders();
      if (isAsked) this.#timer = setTimeout(() => this.#take(), CHALLENGE_MS);
      else this.#take();
    } catch (error) {
      const { code = 'EPROTO' } = error as NodeJS.ErrnoException;
      this.#end({ kind: 'lost', error: code });
    }
  }

  #answered(sent: ClientRequest, response: IncomingMessage): void {
    response.resume();
    if (this.#request !== sent || this.#isEnded) return;
    const { statusCode: status = 0 } = response;
    const challenges = response.headersDistinct['www-authenticate'] ?? [];
    clearTimeout(this.#timer);
    if (status === 401 && !this.#isTaking && this.#login.challenged(challenges)) {
      this.#request = null;
      sent.destroy();
      void this.#open(false);
    } else if (status >= 300) this.#end({ kind: 'refused', status });
    else {
      if (!this.#isTaking) this.#take();
      this.#accepted();
      response.once('close', () => this.#end({ kind: 'lost', error: 'ECONNRESET' }));
    }
  }

  #take(): void {
    this.#isTaking = true;
    this.#told({ kind: 'taking', codec: this.#transport.codec });
    this.#timer = setTimeout(() => this.#accepted(), ACCEPTED_MS);
  }

  #accepted(): void {
    clearTimeout(this.#timer);
    if (!this.#isEnded) this.#told({ kind: 'answered', codec: this.#transport.codec });
  }

  send({ bytes }: Payload): void {
    const [sent, socket] = [this.#request, this.#socket];
    if (sent === null || socket === null || !this.#isTaking || this.#isEnded) return;
    if (socket.writableLength > bytesPerMs[this.#transport.codec] * STALLED_MS)
      this.#end({ kind: 'lost', error: 'ETIMEDOUT' });
    else sent.write(bytes);
  }

  #end(state: ConnectionState): void {
    if (this.#isEnded) return;
    this.close();
    this.#told(state);
  }

  close(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    // What was written is still sent; the request never reaches its length.
    this.#socket?.end();
    this.#socket?.setTimeout(1_000, () => this.#socket?.destroy());
  }
}
