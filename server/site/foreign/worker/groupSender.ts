import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import type { RtpMulticast } from '../../../../contract/entities/terminals/foreign.ts';
import { GroupQueue } from './groupQueue.ts';
import { Pacer } from './pacer.ts';
import { Packetizer, type Payload } from './packetizer.ts';
import { encodeRtp } from './rtp.ts';

/** Interval of opening a group again that cannot be sent to, ms. */
const RETRY_MS = 2_000;

/** Sends one multicast group: its packets leave in even steps of the media clock. */
export class GroupSender {
  readonly queue = new GroupQueue();
  readonly #transport: RtpMulticast;
  readonly #packets: Packetizer;
  readonly #pacer: Pacer;
  readonly #state: (error: string | null) => void;
  readonly #ssrc = randomInt(2 ** 32);
  #sequence = randomInt(2 ** 16);
  readonly #timestampAt0 = randomInt(2 ** 32);
  #socket: Socket | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param now the media clock, µs
   * @param state called with the code of an error of the system, or with null when packets can be sent
   */
  constructor(transport: RtpMulticast, now: () => number, state: (error: string | null) => void) {
    this.#transport = transport;
    this.#packets = new Packetizer(this.queue, transport);
    const { queue } = this;
    const paced = { queue, packets: this.#packets, delayMs: transport.delay_ms };
    this.#pacer = new Pacer(paced, now, (payload) => this.#send(payload));
    this.#state = state;
    this.#open();
  }

  #open(): void {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.on('error', (error) => this.#failed(socket, error));
    // Connected, so that the system does not look for a route at each packet, and answers of others are dropped.
    socket.bind(0, this.#transport.interface || '0.0.0.0', () => {
      try {
        socket.setMulticastTTL(this.#transport.ttl);
        socket.setMulticastLoopback(true);
        if (this.#transport.interface !== '') socket.setMulticastInterface(this.#transport.interface);
        socket.connect(this.#transport.port, this.#transport.group, (error?: Error) => {
          if (error !== undefined) this.#failed(socket, error);
          else if (this.#isClosed) socket.close();
          else this.#opened(socket);
        });
      } catch (error) {
        this.#failed(socket, error as Error);
      }
    });
  }

  #opened(socket: Socket): void {
    this.#socket = socket;
    this.#state(null);
    this.wake();
  }

  #failed(socket: Socket, error: NodeJS.ErrnoException): void {
    if (this.#isClosed || this.#retry !== undefined) return;
    socket.close();
    this.#socket = null;
    this.#state(error.code ?? error.message);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#open();
    }, RETRY_MS);
  }

  /** Looks for the next packet after sound or a route has arrived. */
  wake(): void {
    this.#pacer.wake();
  }

  #send({ at_us, isFirst, bytes }: Payload): void {
    const { payloadType, clockRate } = this.#packets.format;
    const packet = encodeRtp({
      payloadType,
      marker: isFirst,
      sequence: this.#sequence++,
      timestamp: this.#timestampAt0 + Math.round((at_us * clockRate) / 1e6),
      ssrc: this.#ssrc,
      payload: bytes,
    });
    const socket = this.#socket;
    socket?.send(packet, (error: NodeJS.ErrnoException | null) => {
      // A full queue of the interface loses one packet.
      if (error !== null && error.code !== 'ENOBUFS') this.#failed(socket, error);
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#pacer.close();
  }
}
