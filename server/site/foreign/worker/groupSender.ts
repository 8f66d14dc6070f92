import type { MulticastTransport } from '../../../../contract/entities/terminals/foreign.ts';
import type { Channel } from './channel.ts';
import { createChannels } from './createChannels.ts';
import { GroupQueue } from './groupQueue.ts';
import { Pacer } from './pacer.ts';
import { Packetizer, type Payload } from './packetizer.ts';
import { Announcer } from './sap/announcer.ts';
import type { UdpOutput } from './udpOutput.ts';

/** Interval of opening a group again that cannot be sent to, ms. */
const RETRY_MS = 2_000;

/** Sends one multicast group: its packets leave in even steps of the media clock. */
export class GroupSender {
  readonly queue = new GroupQueue();
  readonly #packets: Packetizer;
  readonly #pacer: Pacer;
  readonly #state: (error: string | null) => void;
  readonly #outputs: UdpOutput[];
  /** One for each level of priority, the lowest first. */
  readonly #channels: Channel[];
  readonly #announcer: Announcer | null;
  #level = 0;
  #isOpen = false;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param now the media clock, µs
   * @param state called with the code of an error of the system, or with null when packets can be sent
   */
  constructor(transport: MulticastTransport, now: () => number, state: (error: string | null) => void) {
    this.#packets = new Packetizer(this.queue, transport);
    const { queue } = this;
    const paced = { queue, packets: this.#packets, delayMs: transport.delay_ms };
    this.#pacer = new Pacer(paced, now, (payload) => this.#send(payload));
    this.#state = state;
    const { outputs, channels } = createChannels(transport, now, (error) => this.#failed(error));
    this.#outputs = outputs;
    this.#channels = channels;
    this.#announcer =
      transport.transport === 'rtp_multicast' && transport.announce ? new Announcer(transport) : null;
    // Asynchronous, as the state of what is opened later is.
    setImmediate(() => this.#open());
  }

  #open(): void {
    if (this.#isClosed) return;
    for (const output of this.#outputs) {
      const error = output.open();
      if (error === null) continue;
      this.#failed(error);
      return;
    }
    this.#isOpen = true;
    this.#state(null);
    this.#announcer?.start();
    this.wake();
  }

  #failed(error: string): void {
    if (this.#isClosed || this.#retry !== undefined) return;
    this.#isOpen = false;
    for (const output of this.#outputs) output.close();
    this.#state(error);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#open();
    }, RETRY_MS);
  }

  /** Looks for the next packet after sound or a route has arrived. */
  wake(): void {
    this.#pacer.wake();
  }

  #send(payload: Payload): void {
    if (!this.#isOpen) return;
    const { level } = payload;
    // Of two streams to one device the lower one stops: it is not to be heard, and costs the network.
    if (level !== this.#level) this.#channels[this.#level]?.end();
    this.#level = level;
    this.#channels[level]?.send(payload);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#pacer.close();
    for (const channel of this.#channels) channel.close();
    this.#announcer?.close();
    for (const output of this.#outputs) output.close();
  }
}
