import { PACKET_US } from '../../contract/audio.ts';
import { START_LEAD_US } from '../../contract/frames.ts';
import type { Report } from '../../contract/terminal.ts';
import type { TerminalLink } from '../terminals/types.ts';
import { type DecodePackets, DueLevel } from './dueLevel.ts';
import { before, type Frame, frameOf } from './frame.ts';
import { type OpenMessage, offer, pace, type Receiver } from './receiver.ts';
import type { Source, SourceError } from './source.ts';
import type { StreamTap } from './streamTap.ts';

/** Messages sent in one go, before everything else on the event loop gets its turn. */
const SENDS_PER_TURN = 250;

/**
 * The sound of one broadcast on the media clock: cuts its source into messages (five packets of programme, one of
 * speech), encodes each once and gives the same bytes to everybody who is to play it. All packets lie on one grid of 20 ms from the
 * start on, also after a pause or a jump, so that nothing overlaps.
 */
export class AudioStream {
  readonly id: number;
  /** Messages that came too late for a terminal whose link was too slow. */
  skipped = 0;
  /** Hears all that is sent. */
  tap: StreamTap | null = null;
  /** Called once, when the first sound has gone to a terminal. */
  onFirst: (() => void) | null = null;
  readonly #origin_us: number;
  readonly #receivers = new Map<number, Receiver>();
  /** Messages that are not heard yet; `#first` is the number of the oldest. */
  #frames: Frame[] = [];
  #first = 0;
  #source: Source | null = null;
  /** Media time of the packet that the source gives next, and at which the sound ends in any case. */
  #next_us = 0;
  #limit_us = Number.POSITIVE_INFINITY;
  #sending = false;

  readonly #due: DueLevel;

  constructor(id: number, origin_us: number, decode: DecodePackets | null = null) {
    this.id = id;
    this.#due = new DueLevel(decode);
    this.#origin_us = origin_us;
  }

  /** The first packet boundary at or after a media time. */
  align(us: number): number {
    return this.#origin_us + Math.ceil((us - this.#origin_us) / PACKET_US) * PACKET_US;
  }

  /** Level of what it plays shortly before a media time, dBFS before any volume; null: not known there. */
  levelAt(us: number): number | null {
    return this.#due.at(us, this.#frames);
  }

  has(terminalId: number): boolean {
    return this.#receivers.has(terminalId);
  }

  /** Terminals that are sent its sound. */
  get receivers(): number {
    return this.#receivers.size;
  }

  /** Why there is no more to read, when that is no end. */
  get failure(): SourceError | null {
    return this.#source?.failure ?? null;
  }

  /** What plays, where the source says it. */
  get title(): string {
    return this.#source?.title ?? '';
  }

  /** Nothing comes from its source, so that silence is sent. */
  get starved(): boolean {
    return this.#source?.starved ?? false;
  }

  plays(source: Source): boolean {
    return this.#source === source;
  }

  /** Sound that begins now is heard this far ahead of now, µs. */
  get start_us(): number {
    return this.#source?.pace.start_us ?? START_LEAD_US;
  }

  /** A terminal has reported how many packets came too late since its last report, its reserve, and whether it plays. */
  reported(terminalId: number, late: number, report: Report, now_us: number): void {
    const { buffer_ms, state, kept = false } = report;
    if (state === 'playing') this.#source?.reported?.(late, buffer_ms);
    const receiver = this.#receivers.get(terminalId);
    if (receiver === undefined || this.#source === null) return;
    const { start_us, lead_us, packets } = this.#source.pace;
    const ahead_us = Math.max(start_us, lead_us - packets * PACKET_US);
    pace(receiver, { late, buffer_ms, kept }, now_us, ahead_us);
  }

  /** Media time of the end once the last packet is known, else null. */
  get end_us(): number | null {
    if (!this.#source) return null;
    return this.#source.finished || this.#next_us >= this.#limit_us ? this.#next_us : null;
  }

  /** Why it ends when `end_us` has come. */
  get ending(): 'finished' | 'time' | 'hung_up' {
    if (this.#source?.finished !== true) return 'time';
    return this.#source.ending ?? 'finished';
  }

  /**
   * Plays on from the source, from `at_us` (aligned) to its end, or to that of the limit. `now`: the media clock, for
   * a live source, whose packets are sent as they come.
   */
  play(source: Source, at_us: number, limit_ms: number | null, now: () => number): void {
    this.#source?.close();
    this.#source = source;
    this.#next_us = at_us;
    this.#limit_us = limit_ms === null ? Number.POSITIVE_INFINITY : this.align(at_us + limit_ms * 1000);
    source.attach?.(() => this.tick(now()));
  }

  /** Takes back all sound from a media time (aligned) on; nothing follows until `play`. */
  cut(from_us: number): void {
    this.#source?.close();
    this.#source = null;
    this.#frames = this.#frames.flatMap((frame) => before(frame, from_us) ?? []);
    this.#due.forget();
    this.tap?.cut(from_us);
    const end = this.#first + this.#frames.length;
    for (const receiver of this.#receivers.values()) {
      receiver.next = Math.min(receiver.next, end);
      if (receiver.open === null) receiver.link.send({ type: 'stream.flush', stream: this.id, from_us });
    }
  }

  /** A terminal joins in; it is told, and given sound, in the next `tick`. */
  join(link: TerminalLink, open: OpenMessage, now_us: number): void {
    const { from_us } = open;
    const fresh = { since_us: now_us, next: this.#first, drowned: 0, rests: false };
    this.#receivers.set(link.terminalId, { link, open, from_us, ...fresh });
  }

  /** A terminal plays it no more, from `at_us` on. */
  leave(terminalId: number, at_us: number): void {
    const receiver = this.#receivers.get(terminalId);
    this.#receivers.delete(terminalId);
    if (receiver?.open === null) receiver.link.send({ type: 'stream.close', stream: this.id, at_us });
  }

  /** The terminal's link is gone. */
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
    this.tap?.end(at_us);
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
      // What the disk or the processor gave too late is passed over: the programme keeps its time.
      if (this.#next_us <= now_us) continue;
      const frame = frameOf(this.id, at_us, packets);
      this.#frames.push(frame);
      this.tap?.take(frame);
    }
  }

  async #send(now_us: number): Promise<void> {
    this.#sending = true;
    let sent = 0;
    const turnOver = () => ++sent % SENDS_PER_TURN === 0;
    try {
      // Whoever is told to play is given its first sound with that, in one go.
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
      // Message by message, not terminal by terminal: everybody's next sound comes before anybody's reserve.
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

  /** Sends a receiver its next message, if it may have it by now. */
  #next(receiver: Receiver, now_us: number): boolean {
    if (receiver.next < this.#first) this.#missed(receiver);
    const frame = this.#frames[receiver.next - this.#first];
    if (frame === undefined || !offer(receiver, frame, now_us)) return false;
    receiver.next++;
    this.onFirst?.();
    this.onFirst = null;
    return true;
  }

  /** The oldest message that somebody still lacks: mostly the newest one, not the first of two seconds. */
  #oldest(): number {
    let due = this.#first + this.#frames.length;
    for (const { next } of this.#receivers.values()) if (next < due) due = next;
    return Math.max(due, this.#first);
  }

  #missed(receiver: Receiver): void {
    this.skipped += this.#first - receiver.next;
    receiver.next = this.#first;
  }
}
