import { getSystemErrorName } from 'node:util';
import { AV_LOG_QUIET, AVIO_FLAG_DIRECT, AVIO_FLAG_NONBLOCK, AVIO_FLAG_WRITE } from 'node-av/constants';
import { IOContext, Log } from 'node-av/lib';

/** Longest packet, bytes: a frame of Ethernet without the headers of IP and UDP. */
const PACKET_BYTES = 1472;
const FLAGS = AVIO_FLAG_WRITE | AVIO_FLAG_DIRECT | AVIO_FLAG_NONBLOCK;

export interface UdpTarget {
  group: string;
  port: number;
  ttl: number;
  /** IPv4 address of the network interface; empty: chosen by the system. */
  interface: string;
  dscp: number;
}

/** Address of a target for the UDP protocol of FFmpeg, which sets DSCP; the sockets of Node cannot. */
export function udpUrl({ group, port, ttl, interface: address, dscp }: UdpTarget): string {
  const options = [
    `ttl=${ttl}`,
    `pkt_size=${PACKET_BYTES}`,
    // Connected: an address without a route is refused now and not at the first sound.
    'connect=1',
    ...(address === '' ? [] : [`localaddr=${address}`]),
    ...(dscp === 0 ? [] : [`dscp=${dscp}`]),
  ];
  return `udp://${group}:${port}?${options.join('&')}`;
}

/** UDP socket that sends to one multicast group. */
export class UdpOutput {
  readonly #url: string;
  #io: IOContext | null = null;

  constructor(target: UdpTarget) {
    this.#url = udpUrl(target);
  }

  /** Opens the socket. Returns the code of the system's error, such as `EADDRNOTAVAIL`; null: it is open. */
  open(): string | null {
    this.close();
    // Printing a message would also replace the error of the system by its own.
    Log.setLevel(AV_LOG_QUIET);
    const io = new IOContext();
    const code = io.open2Sync(this.#url, FLAGS as never);
    if (code < 0) return getSystemErrorName(code);
    this.#io = io;
    return null;
  }

  /** Sends a packet. Returns the code of the system's error; null: it was sent, or a full queue has lost it. */
  send(packet: Uint8Array): string | null {
    const io = this.#io;
    if (io === null) return null;
    io.writeSync(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength));
    if (io.error === 0) return null;
    const error = getSystemErrorName(io.error);
    if (error !== 'EAGAIN' && error !== 'ENOBUFS') return error;
    // A context with an error sends nothing more.
    return this.open();
  }

  close(): void {
    this.#io?.closepSync();
    this.#io = null;
  }
}
