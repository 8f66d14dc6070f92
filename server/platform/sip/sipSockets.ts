import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import type { Hop, LocalEnd } from './hop.types.ts';
import { type OwnCertificate, SipStreams, type StreamEvents } from './sipStreams.ts';

const KNOWN_MS = 300_000;

/**
 * UDP socket and connections of a user agent. The UDP socket is opened by the first use of it; connections of others are
 * only taken by TLS, after `listen`.
 */
export class SipSockets {
  readonly #port: number;
  readonly #received: (bytes: Buffer, from: Hop) => void;
  readonly #streams: SipStreams;
  #udp: Promise<UdpSocket> | null = null;
  #pending = 0;
  #isClosed = false;
  readonly #localAddresses = new Map<string, string>();

  /** @param port UDP port of this side; 0: any @param events receivers of each datagram, and of each message of a connection */
  constructor(port: number, events: StreamEvents) {
    this.#port = port;
    this.#received = events.received;
    this.#streams = new SipStreams(events);
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
   * @throws the error of the system; `ECERTIFICATE`: the certificate is another one
   */
  async open(hop: Hop): Promise<LocalEnd> {
    if (hop.protocol !== 'udp') return this.#streams.open(hop);
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
      setTimeout(() => this.#localAddresses.delete(address), KNOWN_MS).unref();
      return own;
    } finally {
      probe.close();
    }
  }

  /** Takes TLS connections of others; see `SipStreams`. */
  listen(port: number, certificate: () => Promise<OwnCertificate>): Promise<void> {
    return this.#streams.listen(port, certificate);
  }

  stopListening(): void {
    this.#streams.stopListening();
  }

  /** Sends a message by an open way; what cannot be sent is lost, as in the network. */
  send(hop: Hop, bytes: Buffer): void {
    if (hop.protocol === 'udp') void this.#sendUdp(hop, bytes);
    else this.#streams.send(hop, bytes);
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
    this.#streams.close();
  }
}
