import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame, MAX_LEAD_US } from '../../../contract/protocol/frames.ts';
import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import { Uplinks } from '../../site/terminals/gateway/uplinks.ts';

/** Interval of handing packets on, ms, and lead before they are heard, µs. */
const EVERY_MS = 20;
const AHEAD_US = 20_000;

/** Receiver of packets at the time they are heard: stream, media time, packet. */
export type PacketListener = (stream: number, at_us: number, packet: Uint8Array) => void;

/** Called with the mix role of a stream before its first packet. */
export type StreamOpened = (stream: number, mix: 'speech' | 'programme') => void;

/** Numbers of monitors: negative, to keep them apart from terminals. */
let last = 0;

/**
 * Monitor: a virtual terminal that receives what a real terminal is sent (server/air/engine/outputRouting.ts), and
 * hands each packet on at the time at which the terminal plays it; flushes and ends included.
 */
export class MonitorLink implements TerminalLink {
  readonly terminalId = --last;
  readonly org = null;
  readonly address = '';
  readonly language = 'en';
  readonly uplinks = new Uplinks();
  readonly bufferedBytes = 0;
  readonly unconfirmedBytes = 0;
  readonly reserveUs = MAX_LEAD_US;
  readonly held = null;
  readonly droppedFrames = 0;
  readonly leadUs = null;
  readonly report = null;
  readonly reportAgeMs = 0;
  readonly #now: () => number;
  readonly #listener: PacketListener;
  readonly #opened: StreamOpened;
  readonly #waiting = new Map<number, Map<number, Uint8Array>>();
  readonly #until = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  /** @param now media clock, µs */
  constructor(now: () => number, listener: PacketListener, opened: StreamOpened) {
    this.#now = now;
    this.#listener = listener;
    this.#opened = opened;
    this.#timer = setInterval(() => this.#hand(), EVERY_MS);
  }

  send(message: ToTerminal): void {
    if (message.type === 'stream.open') {
      this.#until.delete(message.stream);
      if (!this.#waiting.has(message.stream)) this.#waiting.set(message.stream, new Map());
      if (message.mix !== undefined) this.#opened(message.stream, message.mix);
    } else if (message.type === 'stream.close') this.#until.set(message.stream, message.at_us);
    else if (message.type === 'stream.flush') {
      const packets = this.#waiting.get(message.stream);
      for (const at of [...(packets?.keys() ?? [])]) if (at >= message.from_us) packets?.delete(at);
    }
  }

  sendAudio(bytes: Uint8Array): void {
    const frame = decodeAudioFrame(bytes);
    const packets = frame && this.#waiting.get(frame.stream);
    for (const [i, packet] of (frame && packets ? frame.packets : []).entries())
      packets?.set((frame?.at_us ?? 0) + i * PACKET_US, packet);
  }

  together(send: () => void): void {
    send();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #hand(): void {
    const now = this.#now();
    for (const [stream, packets] of this.#waiting) {
      const until = this.#until.get(stream) ?? Number.POSITIVE_INFINITY;
      // Packets of a stream arrive in the order of their times.
      for (const [at, packet] of packets) {
        if (at > now + AHEAD_US) break;
        packets.delete(at);
        if (at < until && at > now - 10 * PACKET_US) this.#listener(stream, at, packet);
      }
      if (until < now) {
        this.#waiting.delete(stream);
        this.#until.delete(stream);
      }
    }
  }
}
