import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { SrtpSender } from '../../../platform/sip/srtp.ts';
import type { ConnectedTarget, ConnectionState } from '../connected/connected.types.ts';
import type { CallSound, RtpTarget } from '../sender.types.ts';
import { formats } from './codecs.ts';
import { openConnection } from './connected/openConnection.ts';
import type { SoundConnection } from './connected/soundConnection.types.ts';
import { GroupQueue } from './groupQueue.ts';
import { KEPT_US, Pacer } from './pacer.ts';
import { Packetizer, type Payload } from './packetizer.ts';
import { encodeRtp } from './rtp.ts';

/** Interval of opening the port again, ms. */
const RETRY_MS = 2_000;

interface Feed {
  queue: GroupQueue;
  pacer: Pacer;
  stream: number;
}

interface Route {
  from_us: number;
  to: { feed: Feed; sound: CallSound } | null;
}

interface Call {
  ssrc: number;
  sequence: number;
  timestampAt0: number;
  routes: Route[];
  /** Encryption with the key of the call; null: none. */
  srtp: { master: Uint8Array; sender: SrtpSender } | null;
}

/** Encryption with a key: that of before if the key is the same, as its count of packets goes on. */
function srtpOf(before: Call['srtp'], master: Uint8Array | null): Call['srtp'] {
  if (master === null) return null;
  if (before !== null && Buffer.compare(before.master, master) === 0) return before;
  return { master, sender: new SrtpSender(master) };
}

/** Key of the coding of a stream: calls with the same one are sent the same packets. */
const codingOf = ({ stream, gain, codec, packet_ms, delay_ms }: CallSound) =>
  `${stream} ${gain} ${codec} ${packet_ms} ${delay_ms}`;

/** Events of calls. */
interface CallEvents {
  /** The UDP port is open, or cannot be opened. */
  opened(port: number): void;
  failed(error: string): void;
  connection(call: number, state: ConnectionState): void;
}

/**
 * Sends the sound of calls, from one UDP port or by a connection of the call. Each stream is encoded once for all calls
 * with the same coding.
 */
export class CallSender {
  readonly #now: () => number;
  readonly #told: CallEvents;
  readonly #held = new Map<number, { at_us: number; packet: Uint8Array }[]>();
  readonly #feeds = new Map<string, Feed>();
  readonly #calls = new Map<number, Call>();
  readonly #connections = new Map<number, SoundConnection>();
  #socket: Socket | null = null;

  /** @param now the media clock, µs */
  constructor(now: () => number, told: CallEvents) {
    this.#now = now;
    this.#told = told;
  }

  open(port: number): void {
    if (this.#socket !== null) {
      this.#told.opened(this.#socket.address().port);
      return;
    }
    const socket = createSocket('udp4');
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      this.#told.failed(error.code ?? error.message);
      setTimeout(() => this.open(port), RETRY_MS);
    });
    socket.bind(port, () => {
      socket.removeAllListeners('error');
      // Errors of single packets, such as those of a peer that has gone: its call ends by its own rules.
      socket.on('error', () => undefined);
      this.#socket = socket;
      this.#told.opened(socket.address().port);
    });
  }

  add(stream: number, at_us: number, packets: readonly Uint8Array[]): void {
    const old = this.#now() - KEPT_US;
    const held = (this.#held.get(stream) ?? []).filter((one) => one.at_us >= old);
    held.push(...packets.map((packet, i) => ({ at_us: at_us + i * PACKET_US, packet })));
    this.#held.set(stream, held);
    for (const feed of this.#feeds.values()) {
      if (feed.stream !== stream) continue;
      feed.queue.add(stream, at_us, packets);
      feed.pacer.wake();
    }
  }

  cut(stream: number, from_us: number): void {
    const rest = (this.#held.get(stream) ?? []).filter(({ at_us }) => at_us < from_us);
    if (rest.length === 0) this.#held.delete(stream);
    else this.#held.set(stream, rest);
    for (const feed of this.#feeds.values()) if (feed.stream === stream) feed.queue.cut(stream, from_us);
  }

  play(id: number, from_us: number, sound: CallSound | null): void {
    const call = this.#calls.get(id) ?? {
      ...{ ssrc: randomInt(2 ** 32), sequence: randomInt(2 ** 16), timestampAt0: randomInt(2 ** 32) },
      ...{ routes: [], srtp: null },
    };
    this.#calls.set(id, call);
    if (sound?.to) call.srtp = srtpOf(call.srtp, sound.to.master);
    const fromUs = Math.max(from_us, this.#now() + (sound?.delay_ms ?? 0) * 1000);
    call.routes = call.routes.filter((route) => route.from_us < fromUs);
    call.routes.push({ from_us: fromUs, to: sound && { sound, feed: this.#feed(sound, fromUs) } });
    this.#tidy();
  }

  dial(id: number, target: ConnectedTarget): void {
    this.#connections.get(id)?.close();
    this.#connections.set(
      id,
      openConnection(target, (state) => this.#told.connection(id, state)),
    );
  }

  hangUp(id: number): void {
    this.#calls.delete(id);
    this.#connections.get(id)?.close();
    this.#connections.delete(id);
    this.#tidy();
  }

  #feed(sound: CallSound, from_us: number): Feed {
    const key = codingOf(sound);
    const known = this.#feeds.get(key);
    if (known !== undefined) return known;
    const queue = new GroupQueue();
    const packets = new Packetizer(queue, sound);
    const pacer = new Pacer({ queue, packets, delayMs: sound.delay_ms }, this.#now, (payload) =>
      this.#send(feed, payload),
    );
    const feed: Feed = { queue, pacer, stream: sound.stream };
    this.#feeds.set(key, feed);
    queue.route({ from_us, stream: sound.stream, gain: sound.gain });
    for (const { at_us, packet } of this.#held.get(sound.stream) ?? [])
      queue.add(sound.stream, at_us, [packet]);
    pacer.wake();
    return feed;
  }

  #send(feed: Feed, payload: Payload): void {
    for (const [id, call] of this.#calls) {
      const to = call.routes.findLast(({ from_us }) => from_us <= payload.at_us)?.to;
      if (to?.feed !== feed) continue;
      if (to.sound.to === null) this.#connections.get(id)?.send(payload);
      else this.#sendRtp(call, to.sound.codec, to.sound.to, payload);
    }
    this.#tidy();
  }

  #sendRtp(
    call: Call,
    codec: CallSound['codec'],
    { address, port, payload_type }: RtpTarget,
    { at_us, isFirst, bytes }: Payload,
  ): void {
    const packet = encodeRtp({
      payloadType: payload_type,
      marker: isFirst,
      sequence: call.sequence++,
      timestamp: call.timestampAt0 + Math.round((at_us * formats[codec].clockRate) / 1e6),
      ssrc: call.ssrc,
      payload: bytes,
    });
    this.#socket?.send(call.srtp?.sender.protect(packet) ?? packet, port, address, () => undefined);
  }

  /** Removes routes that are over, and encoders that no call uses any more. */
  #tidy(): void {
    const nowUs = this.#now();
    const used = new Set<Feed>();
    for (const call of this.#calls.values()) {
      const current = call.routes.findLastIndex(({ from_us }) => from_us <= nowUs);
      if (current > 0) call.routes.splice(0, current);
      for (const { to } of call.routes) if (to !== null) used.add(to.feed);
    }
    for (const [stream, held] of this.#held)
      if ((held.at(-1)?.at_us ?? 0) < nowUs - KEPT_US) this.#held.delete(stream);
    for (const [key, feed] of this.#feeds) {
      if (used.has(feed)) continue;
      feed.pacer.close();
      this.#feeds.delete(key);
    }
  }

  /** Closes all connections. */
  close(): void {
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }
}
