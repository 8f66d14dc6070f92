import { connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';
import { isPeer, otherCertificate, tlsOptions } from '../connect/tlsPeer.ts';
import type { Hop, LocalEnd } from './hop.types.ts';
import { messageBytes } from './sipMessage.ts';

const CONNECT_MS = 5_000;
const IDLE_MS = 300_000;
/** Connections from others at the same time; a telephone system needs one. */
const MAX_ACCEPTED = 100;

const keyOf = ({ protocol, address, port, peer }: Hop) =>
  [protocol, address, port, peer?.host, peer?.certificate].join(' ');

/** Certificate of this side, PEM. */
export interface OwnCertificate {
  cert: string;
  key: string;
}

/** Receivers of what comes by connections. */
export interface StreamEvents {
  received(bytes: Buffer, from: Hop): void;
  /** Called when a connection sends what is no SIP; it is closed. */
  failed(from: Hop, error: Error): void;
  /** Tells if an address may open connections to this side. */
  admits(address: string): boolean;
}

interface Stream {
  socket: Socket;
  ready: Promise<LocalEnd>;
}

/** Connections of a user agent: those that it opens, and by TLS those that others open to it. */
export class SipStreams {
  readonly #events: StreamEvents;
  readonly #streams = new Map<string, Stream>();
  #server: Server | null = null;
  #listening: Promise<void> | null = null;
  #accepted = 0;

  constructor(events: StreamEvents) {
    this.#events = events;
  }

  /**
   * Opens the connection to a hop; nothing is sent to a side with another certificate.
   * @throws the error of the system; `ECERTIFICATE`: the certificate is another one
   */
  open(hop: Hop): Promise<LocalEnd> {
    const known = this.#streams.get(keyOf(hop));
    if (known !== undefined) return known.ready;
    const { address: host, port } = hop;
    const peer = hop.peer ?? { host, certificate: '' };
    const socket =
      hop.protocol === 'tls' ? connectTls({ host, port, ...tlsOptions(peer) }) : connect({ host, port });
    const isOther = () => hop.protocol === 'tls' && !isPeer(socket as TLSSocket, peer);
    return this.#keep(hop, socket, hop.protocol === 'tls' ? 'secureConnect' : 'connect', isOther);
  }

  #keep(hop: Hop, socket: Socket, opened: string, isOther: () => boolean): Promise<LocalEnd> {
    const key = keyOf(hop);
    const ready = new Promise<LocalEnd>((resolve, reject) => {
      const late = setTimeout(
        () => socket.destroy(Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' })),
        CONNECT_MS,
      );
      socket.once(opened, () => {
        clearTimeout(late);
        if (isOther()) {
          socket.destroy(otherCertificate());
          return;
        }
        this.#read(socket, hop);
        resolve({ address: socket.localAddress ?? '', port: socket.localPort ?? 0 });
      });
      socket.once('close', () => {
        clearTimeout(late);
        this.#streams.delete(key);
        reject(Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' }));
      });
      socket.on('error', reject);
    });
    ready.catch(() => undefined);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    this.#streams.set(key, { socket, ready });
    return ready;
  }

  /**
   * Listens for TLS connections, until `stopListening`.
   *
   * @param certificate called for each connection, since certificates are renewed
   * @throws the error of the system
   */
  listen(port: number, certificate: () => Promise<OwnCertificate>): Promise<void> {
    this.#listening ??= new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        this.#accept(socket, certificate).catch((error: Error) => {
          socket.destroy();
          this.#failed(socket, error);
        });
      });
      server.once('error', (error) => {
        this.#listening = null;
        reject(error);
      });
      server.listen(port, '0.0.0.0', () => {
        this.#server = server;
        resolve();
      });
    });
    return this.#listening;
  }

  #failed(socket: Socket, error: Error): void {
    const { remoteAddress = '', remotePort = 0 } = socket;
    this.#events.failed({ protocol: 'tls', address: remoteAddress, port: remotePort }, error);
  }

  async #accept(socket: Socket, certificate: () => Promise<OwnCertificate>): Promise<void> {
    socket.on('error', () => undefined);
    const { remoteAddress: address = '', remotePort: port = 0 } = socket;
    if (this.#accepted >= MAX_ACCEPTED || !this.#events.admits(address)) {
      socket.destroy();
      return;
    }
    this.#accepted++;
    socket.once('close', () => this.#accepted--);
    const secureContext = createSecureContext(await certificate());
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    this.#keep({ protocol: 'tls', address, port }, secure, 'secure', () => false);
  }

  /** Stops listening; open connections stay. */
  stopListening(): void {
    this.#server?.close();
    this.#server = null;
    this.#listening = null;
  }

  #read(socket: Socket, hop: Hop): void {
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      try {
        for (;;) {
          // Empty lines between messages keep the connection open (RFC 5626).
          while (rest[0] === 13 || rest[0] === 10) rest = rest.subarray(1);
          const length = messageBytes(rest);
          if (length === null) return;
          const message = rest.subarray(0, length);
          rest = rest.subarray(length);
          this.#events.received(message, hop);
        }
      } catch (error) {
        this.#events.failed(hop, error as Error);
        socket.destroy();
      }
    });
  }

  /** Sends a message by an open connection; without one it is lost, as in the network. */
  send(hop: Hop, bytes: Buffer): void {
    this.#streams.get(keyOf(hop))?.socket.write(bytes);
  }

  close(): void {
    this.stopListening();
    for (const { socket } of this.#streams.values()) socket.destroy();
  }
}
