import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { messageBytes } from './sipMessage.ts';

export const sipProtocols = ['udp', 'tcp', 'tls'] as const;
export type SipProtocol = (typeof sipProtocols)[number];

/** Place that messages are sent to, or have come from; `address` is a network address, not a name. */
export interface Hop {
  protocol: SipProtocol;
  address: string;
  port: number;
}

/** Local end of the way to a hop. */
export interface LocalEnd {
  address: string;
  port: number;
}

const CONNECT_MS = 5_000;
const IDLE_MS = 300_000;

const keyOf = ({ protocol, address, port }: Hop) => `${protocol}:${address}:${port}`;

interface Stream {
  socket: Socket;
  ready: Promise<LocalEnd>;
}

/**
 * UDP socket and connections of a user agent. The UDP socket is opened by the first use of it; connections are only
 * opened by this side.
 */
export class SipSockets {
  readonly #port: number;
  readonly #received: (bytes: Buffer, from: Hop) => void;
  readonly #failed: (from: Hop, error: Error) => void;
  #udp: Promise<UdpSocket> | null = null;
  #pending = 0;
  #isClosed = false;
  readonly #streams = new Map<string, Stream>();
  readonly #localAddresses = new Map<string, string>();

  /**
   * @param port UDP port of this side; 0: any
   * @param received called for each datagram, and each message of a connection
   * @param failed called when a connection sends what is no SIP; it is closed
   */
  constructor(
    port: number,
    received: (bytes: Buffer, from: Hop) => void,
    failed: (from: Hop, error: Error) => void,
  ) {
    this.#port = port;
    this.#received = received;
    this.#failed = failed;
  }

  #openUdp(): Promise<UdpSocket> {
    this.#udp ??= new Promise((resolve, reject) => {
      const socket = createSocket('udp4');
      socket.once('error', (error) => {
        this.#udp = null;
        reject(error);
      });
      socket.bind(this.#port, () => {
        // Errors of single datagrams: their exchanges time out.
        socket.on('error', () => undefined);
        socket.on('message', (bytes, { address, port }) =>
          this.#received(bytes, { protocol: 'udp', address, port }),
        );
        resolve(socket);
      });
    });
    return this.#udp;
  }

  /**
   * Opens the way to a hop.
   * @throws the error of the system
   */
  async open(hop: Hop): Promise<LocalEnd> {
    if (hop.protocol !== 'udp') return this.#stream(hop).ready;
    const { port } = (await this.#openUdp()).address();
    return { address: await this.#localAddress(hop), port };
  }

  /** Address of this machine from which the system reaches a hop. */
  async #localAddress({ address, port }: Hop): Promise<string> {
    const known = this.#localAddresses.get(address);
    if (known !== undefined) return known;
    const probe = createSocket('udp4');
    try {
      await new Promise<void>((resolve, reject) => {
        probe.once('error', reject);
        probe.connect(port, address, resolve);
      });
      const own = probe.address().address;
      this.#localAddresses.set(address, own);
      // The address of an interface may change.
      setTimeout(() => this.#localAddresses.delete(address), IDLE_MS).unref();
      return own;
    } finally {
      probe.close();
    }
  }

  #stream(hop: Hop): Stream {
    const key = keyOf(hop);
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    const { address: host, port } = hop;
    // Loudspeakers have certificates that they signed themselves: the connection is encrypted, the peer not proved.
    const socket =
      hop.protocol === 'tls'
        ? connectTls({ host, port, rejectUnauthorized: false })
        : connect({ host, port });
    const ready = new Promise<LocalEnd>((resolve, reject) => {
      const late = setTimeout(() => socket.destroy(new Error('ETIMEDOUT')), CONNECT_MS);
      socket.once(hop.protocol === 'tls' ? 'secureConnect' : 'connect', () => {
        clearTimeout(late);
        resolve({ address: socket.localAddress ?? '', port: socket.localPort ?? 0 });
      });
      socket.once('close', () => {
        clearTimeout(late);
        this.#streams.delete(key);
        reject(new Error('ECONNRESET'));
      });
      socket.on('error', reject);
    });
    ready.catch(() => undefined);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    this.#read(socket, hop);
    const stream = { socket, ready };
    this.#streams.set(key, stream);
    return stream;
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
          this.#received(message, hop);
        }
      } catch (error) {
        this.#failed(hop, error as Error);
        socket.destroy();
      }
    });
  }

  /** Sends a message by an open way; what cannot be sent is lost, as in the network. */
  send(hop: Hop, bytes: Buffer): void {
    if (hop.protocol === 'udp') void this.#sendUdp(hop, bytes);
    else this.#streams.get(keyOf(hop))?.socket.write(bytes);
  }

  async #sendUdp({ address, port }: Hop, bytes: Buffer): Promise<void> {
    this.#pending++;
    try {
      const socket = await this.#udp;
      await new Promise<void>((sent) => {
        if (socket === null) sent();
        else socket.send(bytes, port, address, () => sent());
      });
    } catch {
      // The socket could not be opened: `open` has reported it.
    }
    if (--this.#pending === 0 && this.#isClosed) await this.#closeUdp();
  }

  async #closeUdp(): Promise<void> {
    const udp = this.#udp;
    this.#udp = null;
    try {
      (await udp)?.close();
    } catch {
      // It was never open.
    }
  }

  /** Closes everything, after what was sent has left. */
  close(): void {
    this.#isClosed = true;
    if (this.#pending === 0) void this.#closeUdp();
    for (const { socket } of this.#streams.values()) socket.destroy();
  }
}
