import type { MulticastTransport } from '../../../contract/entities/terminals/foreign.ts';
import { levelOf } from '../../../contract/entities/terminals/multicast/priorityMap.ts';
import { compareRank, type Rank } from '../../../contract/protocol/arbitration.ts';
import { PACKET_US, volumeToGain } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { stepOf } from '../../../contract/protocol/prioritySteps.ts';
import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import type { Delivery } from '../terminals/gateway/terminals.types.ts';
import type { ForeignLink, SharedOutput } from './foreignLink.ts';
import type { Sender } from './sender.ts';

type Open = Extract<ToTerminal, { type: 'stream.open' }>;

interface OpenStream {
  rank: Rank;
  volume: number | null;
  /** Loudspeakers at which it is open. */
  links: Set<ForeignLink>;
  from_us: number;
  /** Media time up to which its packets were handed over. */
  untilUs: number;
}

export interface GroupDeps {
  sender: Pick<Sender, 'send'>;
  /** Rank of a broadcast, by which the streams of a group are ordered. */
  rankOf(stream: number): Rank;
  /** Called for each loudspeaker when another stream is sent. */
  changed(link: ForeignLink): void;
}

/**
 * Multicast group that several loudspeakers receive: it is sent one stream, the one of the highest rank among those
 * that are open at any of them.
 */
export class MulticastGroup implements SharedOutput {
  readonly key: string;
  transport: MulticastTransport;
  readonly links = new Map<number, ForeignLink>();
  /** True while packets can be sent. */
  isUp = false;
  /** Last error of the system; null: none, undefined: not tried yet. */
  error: string | null | undefined = undefined;
  readonly #deps: GroupDeps;
  readonly #streams = new Map<number, OpenStream>();
  #sent: number | null = null;
  #gain = 0;
  #lastFrame: Uint8Array | null = null;

  constructor(key: string, transport: MulticastTransport, deps: GroupDeps) {
    this.key = key;
    this.transport = transport;
    this.#deps = deps;
  }

  get address(): string {
    return this.key;
  }

  get delayMs(): number {
    return this.transport.delay_ms;
  }

  message(link: ForeignLink, message: ToTerminal): void {
    if (message.type === 'stream.open') this.#open(link, message);
    else if (message.type === 'stream.close') this.#close(link, message.stream, message.at_us);
    else if (message.type === 'stream.flush') this.#flush(message.stream, message.from_us);
    else if (message.type === 'stream.volume') {
      const stream = this.#streams.get(message.stream);
      if (stream === undefined || stream.volume === message.volume) return;
      stream.volume = message.volume;
      this.#choose(stream.from_us);
    }
  }

  #close(link: ForeignLink, id: number, at_us: number): void {
    const stream = this.#streams.get(id);
    if (stream?.links.delete(link) !== true || stream.links.size > 0) return;
    this.#streams.delete(id);
    this.#cut(id, at_us);
    this.#choose(at_us);
  }

  #flush(id: number, from_us: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.untilUs <= from_us) return;
    stream.untilUs = from_us;
    this.#cut(id, from_us);
  }

  #open(link: ForeignLink, { stream: id, from_us, volume }: Open): void {
    const stream = this.#streams.get(id);
    if (stream === undefined)
      this.#streams.set(id, {
        rank: this.#deps.rankOf(id),
        ...{ volume, from_us, untilUs: from_us, links: new Set([link]) },
      });
    else stream.links.add(link);
    this.#choose(from_us);
    // Streams of many loudspeakers are opened after their rows were shown.
    this.#deps.changed(link);
  }

  #cut(stream: number, from_us: number): void {
    this.#deps.sender.send({ type: 'cut', key: this.key, stream, from_us });
  }

  /** Routes the highest stream from a time on, if that is another one or its gain has changed. */
  #choose(from_us: number): void {
    const ordered = [...this.#streams].sort(([, a], [, b]) => compareRank(a.rank, b.rank));
    const [id, stream] = ordered[0] ?? [null, null];
    const gain = stream === null ? 0 : gainOf(stream);
    if (id === this.#sent && gain === this.#gain) return;
    const isOther = id !== this.#sent;
    this.#sent = id;
    this.#gain = gain;
    const level = stream === null ? 0 : levelOf(this.transport.levels, stepOf(stream.rank));
    this.#deps.sender.send({ type: 'route', key: this.key, from_us, stream: id, gain, level });
    if (isOther) for (const link of this.links.values()) this.#deps.changed(link);
  }

  audio(frame: Uint8Array): void {
    // The same bytes come once for each loudspeaker.
    if (frame === this.#lastFrame) return;
    this.#lastFrame = frame;
    const decoded = decodeAudioFrame(frame);
    const stream = decoded === null ? undefined : this.#streams.get(decoded.stream);
    if (decoded === null || stream === undefined) return;
    const { at_us, packets } = decoded;
    const known = Math.max(0, Math.round((stream.untilUs - at_us) / PACKET_US));
    if (known >= packets.length) return;
    stream.untilUs = at_us + packets.length * PACKET_US;
    this.#deps.sender.send({
      type: 'frame',
      key: this.key,
      stream: decoded.stream,
      at_us: at_us + known * PACKET_US,
      packets: packets.slice(known),
    });
  }

  delivery(link: ForeignLink, stream: number): Delivery {
    if (this.#streams.get(stream)?.links.has(link) !== true) return 'none';
    return this.#sent === stream ? 'sent' : 'other';
  }

  /** Applies the volume of a loudspeaker that has changed. */
  volumeChanged(): void {
    const stream = this.#sent === null ? undefined : this.#streams.get(this.#sent);
    if (stream !== undefined) this.#choose(stream.from_us);
  }

  /** Forgets all streams: it cannot be sent to, and its links are opened again afterwards. */
  reset(): void {
    this.#streams.clear();
    this.#sent = null;
    this.#gain = 0;
    this.#lastFrame = null;
  }

  /** Removes a loudspeaker; what only it played ends at once. */
  leave(link: ForeignLink, nowUs: number): void {
    this.links.delete(link.terminalId);
    for (const [id, stream] of this.#streams) {
      if (!stream.links.delete(link) || stream.links.size > 0) continue;
      this.#streams.delete(id);
      this.#cut(id, nowUs);
    }
    this.#choose(nowUs);
  }
}

/** Gain of a stream: its own volume, otherwise that of its loudest loudspeaker. */
function gainOf({ volume, links }: OpenStream): number {
  return volumeToGain(volume ?? Math.max(...[...links].map((link) => link.volume)));
}
