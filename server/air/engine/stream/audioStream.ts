import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { START_LEAD_US } from '../../../../contract/protocol/frames.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import type { TerminalLink } from '../../../site/terminals/gateway/terminals.types.ts';
import { type DecodePackets, ExpectedLevel } from '../../../sound/source/expectedLevel.ts';
import { before, type Frame, frameOf } from '../../../sound/source/frame.ts';
import type { Source, SourceError } from '../../../sound/source/source.ts';
import type { StreamTap } from '../../../sound/source/streamTap.ts';
import { type OpenMessage, type Receiver, sendFrame, updateBackoff } from './receiver.ts';

/** Messages sent in one go before the send loop yields to the event loop. */
const SENDS_PER_TURN = 250;

/**
 * The audio stream of one broadcast on the media clock: cuts its source into messages (five packets of
 * programme, one of live speech), encodes each message once and sends the same bytes to every receiver. All
 * packets lie on one 20 ms grid that begins with the stream, also after a pause or a jump, so that packets
 * never overlap.
 */
export class AudioStream {
  readonly id: number;
  #skipped = 0;
  #tap: StreamTap | null = null;
  #onFirst: (() => void) | null = null;
  readonly #origin_us: number;
  readonly #receivers = new Map<number, Receiver>();
  /** Messages that lie in the future of the media clock; `#first` is the sequence number of the oldest. */
  #frames: Frame[] = [];
  #first = 0;
  #source: Source | null = null;
  /** Media time of the next packet of the source, and the media time at which playing ends at the latest. */
  #next_us = 0;
  #limit_us = Number.POSITIVE_INFINITY;
  #sending = false;

  readonly #due: ExpectedLevel;

  constructor(id: number, origin_us: number, decode: DecodePackets | null = null) {
    this.id = id;
    this.#due = new ExpectedLevel(decode);
    this.#origin_us = origin_us;
  }

  /** Messages left out because a terminal's link was too slow to take them in time. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Gives all that is sent from now on to a recording too. */
  recordTo(tap: StreamTap | null): void {
    this.#tap = tap;
  }

  /** Calls `sent` once, when the first packet has been sent to a terminal. */
  onFirstPacket(sent: () => void): void {
    this.#onFirst = sent;
  }

  /** Returns the first packet boundary at or after a media time. */
  align(us: number): number {
    return this.#origin_us + Math.ceil((us - this.#origin_us) / PACKET_US) * PACKET_US;
  }

  /** Level of the programme shortly before a media time, dBFS before any volume; null: not known. */
  levelAt(us: number): number | null {
    return this.#due.at(us, this.#frames);
  }

  has(terminalId: number): boolean {
    return this.#receivers.has(terminalId);
  }

  /** Number of terminals that receive the stream. */
  get receivers(): number {
    return this.#receivers.size;
  }

  /** Error that made the source run dry; null when it has not failed. */
  get failure(): SourceError | null {
    return this.#source?.failure ?? null;
  }

  /** Title of the current item, if the source provides one; else ''. */
  get title(): string {
    return this.#source?.title ?? '';
  }

  /** True while the source delivers nothing, so that silence is sent. */
  get starved(): boolean {
    return this.#source?.starved ?? false;
  }

  plays(source: Source): boolean {
    return this.#source === source;
  }

  /** Lead of sound that begins now, µs. */
  get start_us(): number {
    return this.#source?.pace.start_us ?? START_LEAD_US;
  }

  /**
   * Takes in a terminal's report: packets that came too late since its last report, its buffer reserve, and
   * its playback state.
   */
  reported(terminalId: number, late: number, report: Report, now_us: number): void {
    const { buffer_ms, state, kept = false } = report;
    if (state === 'playing') this.#source?.reported?.(late, buffer_ms);
    const receiver = this.#receivers.get(terminalId);
    if (receiver === undefined || this.#source === null) return;
    const { start_us, lead_us, packets } = this.#source.pace;
    const ahead_us = Math.max(start_us, lead_us - packets * PACKET_US);
    updateBackoff(receiver, { late, buffer_ms, kept }, now_us, ahead_us);
  }

  /** Media time of the end once the last packet is known, else null. */
  get end_us(): number | null {
    if (!this.#source) return null;
    return this.#source.finished || this.#next_us >= this.#limit_us ? this.#next_us : null;
  }

  /** Reason of the end at `end_us`. */
  get ending(): 'finished' | 'time' | 'hung_up' {
    if (this.#source?.finished !== true) return 'time';
    return this.#source.ending ?? 'finished';
  }

  /**
   * Plays from the source, from `at_us` (aligned) until the source or the limit ends.
   *
   * @param now the media clock, for a live source, whose packets are sent as they arrive
   */
  play(source: Source, at_us: number, limit_ms: number | null, now: () => number): void {
    this.#source?.close();
    this.#source = source;
    this.#next_us = at_us;
    this.#limit_us = limit_ms === null ? Number.POSITIVE_INFINITY : this.align(at_us + limit_ms * 1000);
    source.attach?.(() => this.tick(now()));
  }

  /** Takes back all sound from a media time (aligned) on, with a flush; nothing follows until `play`. */
  cut(from_us: number): void {
    this.#source?.close();
    this.#source = null;
    this.#frames = this.#frames.flatMap((frame) => before(frame, from_us) ?? []);
    this.#due.forget();
    this.#tap?.cut(from_us);
    const end = this.#first + this.#frames.length;
    for (const receiver of this.#receivers.values()) {
      receiver.next = Math.min(receiver.next, end);
      if (receiver.open === null) receiver.link.send({ type: 'stream.flush', stream: this.id, from_us });
    }
  }

  /** Adds a terminal; the next `tick` opens the stream there and sends sound. */
  join(link: TerminalLink, open: OpenMessage, now_us: number): void {
    const { from_us } = open;
    const fresh = { since_us: now_us, next: this.#first, drowned: 0, rests: false };
    this.#receivers.set(link.terminalId, { link, open, from_us, ...fresh });
  }

  /** Closes the stream at a terminal from `at_us` on. */
  leave(terminalId: number, at_us: number): void {
    const receiver = this.#receivers.get(terminalId);
    this.#receivers.delete(terminalId);
    if (receiver?.open === null) receiver.link.send({ type: 'stream.close', stream: this.id, at_us });
  }

  /** Removes a terminal whose link is gone. */
  lost(terminalId: number): void {
    this.#receivers.delete(terminalId);
  }

  volume(volume: number | null): void {
    for (const receiver of this.#receivers.values()) {
      if (receiver.open === null) receiver.link.send({ type: 'stream.volume', stream: this.id, volume });
      else receiver.open = { ...receiver.open, volume };
    }
  }

  close(at_us: number): void {
    for (const terminalId of [...this.#receivers.keys()]) this.leave(terminalId, at_us);
    this.#tap?.end(at_us);
    this.#source?.close();
    this.#source = null;
  }

  /** Cuts what is due into messages and sends what each receiver may have by now. */
  tick(now_us: number): void {
    this.#produce(now_us);
    const heard = this.#frames.findIndex((f) => f.at_us + f.packets.length * PACKET_US > now_us);
    const gone = heard < 0 ? this.#frames.length : heard;
    this.#due.keep(this.#frames.splice(0, gone), now_us);
    this.#first += gone;
    if (!this.#sending) void this.#send(now_us);
  }

  #produce(now_us: number): void {
    const source = this.#source;
    if (!source) return;
    const { lead_us, packets: perMessage } = source.pace;
    while (this.end_us === null && this.#next_us < now_us + lead_us) {
      const left = Math.round((this.#limit_us - this.#next_us) / PACKET_US);
      const late = Math.floor((now_us - this.#next_us) / PACKET_US);
      const packets = source.take(Math.min(Math.max(late, perMessage), left), this.#next_us - now_us);
      if (packets.length === 0) return;
      const at_us = this.#next_us;
      this.#next_us += packets.length * PACKET_US;
      // Packets that the disk or the processor delivered after their time are skipped: the programme keeps
      // its time.
      if (this.#next_us <= now_us) continue;
      const frame = frameOf(this.id, at_us, packets);
      this.#frames.push(frame);
      this.#tap?.take(frame);
    }
  }

  async #send(now_us: number): Promise<void> {
    this.#sending = true;
    let sent = 0;
    const turnOver = () => ++sent % SENDS_PER_TURN === 0;
    try {
      // A receiver that has just joined gets the open message and its first sound in one go.
      for (const receiver of this.#receivers.values()) {
        const { open, link } = receiver;
        if (open === null) continue;
        link.together(() => {
          link.send(open);
          receiver.open = null;
          while (this.#next(receiver, now_us));
        });
        if (turnOver()) await new Promise(setImmediate);
      }
      // Message by message, not terminal by terminal: the next message goes to every terminal before any
      // terminal's reserve grows.
      for (let number = this.#oldest(); number < this.#first + this.#frames.length; number++) {
        for (const receiver of this.#receivers.values()) {
          if (receiver.open !== null || receiver.next > number) continue;
          if (this.#next(receiver, now_us) && turnOver()) await new Promise(setImmediate);
        }
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Sends a receiver its next message if that is due; false when nothing was sent or skipped. */
  #next(receiver: Receiver, now_us: number): boolean {
    if (receiver.next < this.#first) this.#missed(receiver);
    const frame = this.#frames[receiver.next - this.#first];
    if (frame === undefined || !sendFrame(receiver, frame, now_us)) return false;
    receiver.next++;
    this.#onFirst?.();
    this.#onFirst = null;
    return true;
  }

  /**
   * Number of the oldest message that a receiver still lacks: mostly the newest one, not the oldest of two
   * seconds.
   */
  #oldest(): number {
    let due = this.#first + this.#frames.length;
    for (const { next } of this.#receivers.values()) if (next < due) due = next;
    return Math.max(due, this.#first);
  }

  #missed(receiver: Receiver): void {
    this.#skipped += this.#first - receiver.next;
    receiver.next = this.#first;
  }
}
