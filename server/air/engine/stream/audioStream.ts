import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { MAX_LEAD_US, START_LEAD_US } from '../../../../contract/protocol/frames.ts';
import type { Report, ToTerminal } from '../../../../contract/protocol/terminal.ts';
import { type DecodePackets, ExpectedLevel } from '../../../sound/source/expectedLevel.ts';
import { frameOf } from '../../../sound/source/frame.ts';
import type { Source, SourceError } from '../../../sound/source/source.ts';
import type { StreamTap } from '../../../sound/source/streamTap.ts';
import { FanOut, type Joining } from './fanOut.ts';
import { FrameQueue } from './frameQueue.ts';
import { updateBackoff } from './receiver.ts';

/**
 * The audio stream of one broadcast on the media clock: cuts its source into messages (five packets of
 * programme, one of live speech), encodes each message once and sends the same bytes to every receiver. All
 * packets lie on one 20 ms grid that begins with the stream, also after a pause or a jump, so that packets
 * never overlap.
 */
export class AudioStream {
  readonly id: number;
  readonly #originUs: number;
  readonly #frames = new FrameQueue();
  readonly #fanOut: FanOut;
  readonly #expected: ExpectedLevel;
  #tap: StreamTap | null = null;
  #source: Source | null = null;
  /** Media time of the next packet of the source, and the media time at which playing ends at the latest. */
  #nextUs = 0;
  #limitUs = Number.POSITIVE_INFINITY;
  /** Media time from which on its sound has not changed; null while it plays nothing. */
  #sinceUs: number | null;
  readonly #leadsAlone: () => boolean;

  constructor(
    id: number,
    originUs: number,
    { decode, leadsAlone }: { decode: DecodePackets | null; leadsAlone: () => boolean },
  ) {
    this.id = id;
    this.#leadsAlone = leadsAlone;
    this.#originUs = originUs;
    this.#sinceUs = originUs;
    this.#fanOut = new FanOut(id, this.#frames);
    this.#expected = new ExpectedLevel(decode);
  }

  /** Messages left out because a terminal's link was too slow to take them in time. */
  get skipped(): number {
    return this.#fanOut.skipped;
  }

  /** Number of terminals that receive the stream. */
  get receivers(): number {
    return this.#fanOut.size;
  }

  /** Error that ended the source; null when it has not failed. */
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

  /** True for sound that comes from a person or a device now. */
  get isLive(): boolean {
    return this.#source?.follow !== undefined;
  }

  /** Lead of terminals that do not report what they need, µs. */
  get unknownUs(): number {
    return this.#source?.pace.unknownUs ?? START_LEAD_US;
  }

  /**
   * Lets a live source follow the links of its terminals.
   *
   * @param leadOf computes the lead that they need, from that of a terminal which does not report it, µs
   */
  follow(leadOf: (unknownUs: number) => number): void {
    const source = this.#source;
    if (source?.follow !== undefined) source.follow(leadOf(source.pace.unknownUs));
  }

  /** Media time of the end once the last packet is known, else null. */
  get endUs(): number | null {
    if (!this.#source) return null;
    return this.#source.finished || this.#nextUs >= this.#limitUs ? this.#nextUs : null;
  }

  /** Reason of the end at `endUs`. */
  get ending(): 'finished' | 'time' | 'hung_up' {
    if (this.#source?.finished !== true) return 'time';
    return this.#source.ending ?? 'finished';
  }

  /**
   * Media time from which on its sound is one stretch, also that which was sent before a restart of the server: a
   * terminal may keep what it has received since. Null: it plays nothing.
   */
  get sinceUs(): number | null {
    return this.#sinceUs;
  }

  plays(source: Source): boolean {
    return this.#source === source;
  }

  has(terminalId: number): boolean {
    return this.#fanOut.receiver(terminalId) !== undefined;
  }

  /** Returns the first packet boundary at or after a media time. */
  align(us: number): number {
    return this.#originUs + Math.ceil((us - this.#originUs) / PACKET_US) * PACKET_US;
  }

  /** Level of the programme shortly before a media time, dBFS before any volume; null: not known. */
  levelAt(us: number): number | null {
    return this.#expected.at(us, this.#frames.all);
  }

  /** Gives all that is sent from now on to a recording too. */
  recordTo(tap: StreamTap | null): void {
    this.#tap = tap;
  }

  /** Calls `sent` once, when the first packet has been sent to a terminal. */
  onFirstPacket(sent: () => void): void {
    this.#fanOut.onFirstPacket(sent);
  }

  /**
   * Takes in a terminal's report: packets that came too late since its last report, its buffer reserve, and
   * its playback state.
   */
  reported(terminalId: number, late: number, report: Report, nowUs: number): void {
    const { buffer_ms, state, kept = false } = report;
    if (state === 'playing') this.#source?.reported?.(late, buffer_ms);
    const receiver = this.#fanOut.receiver(terminalId);
    if (receiver === undefined || this.#source === null) return;
    const { startUs, leadUs, packets } = this.#source.pace;
    const aheadUs = Math.max(startUs, Math.min(leadUs, MAX_LEAD_US) - packets * PACKET_US);
    updateBackoff(receiver, { late, buffer_ms, kept }, nowUs, aheadUs);
  }

  /**
   * Plays from the source, from `at_us` (aligned) until the source or the limit ends.
   *
   * @param now the media clock, for a live source, whose packets are sent as they arrive
   */
  play(source: Source, at_us: number, limit_ms: number | null, now: () => number): void {
    this.#source?.close();
    this.#source = source;
    this.#nextUs = at_us;
    this.#sinceUs ??= at_us;
    this.#limitUs = limit_ms === null ? Number.POSITIVE_INFINITY : this.align(at_us + limit_ms * 1000);
    source.attach?.(() => this.tick(now()));
  }

  /** Discards all packets from a media time (aligned) on, with a flush; nothing follows until `play`. */
  cut(from_us: number): void {
    this.#endSource();
    this.#sinceUs = null;
    this.#frames.cut(from_us);
    this.#expected.forget();
    this.#tap?.cut(from_us);
    this.#fanOut.flush(from_us);
  }

  /** Adds a terminal; the next `tick` opens the stream there and sends sound. */
  join(joining: Joining, nowUs: number): void {
    this.#fanOut.join(joining, nowUs);
  }

  /** Removes a terminal. Returns the messages that close the stream there from `at_us` on. */
  remove(terminalId: number, at_us: number): readonly ToTerminal[] {
    return this.#fanOut.remove(terminalId, at_us);
  }

  /** Closes the stream at a terminal from `at_us` on. */
  leave(terminalId: number, at_us: number): void {
    this.#fanOut.leave(terminalId, at_us);
  }

  /** Removes a terminal whose link is gone. */
  lost(terminalId: number): void {
    this.#fanOut.lost(terminalId);
  }

  volume(volume: number | null): void {
    this.#fanOut.volume(volume);
  }

  close(at_us: number): void {
    this.#fanOut.leaveAll(at_us);
    this.#tap?.end(at_us);
    this.#endSource();
  }

  /** Cuts what is due into messages and sends what each receiver may have by now; nothing while another server may lead. */
  tick(nowUs: number): void {
    if (!this.#leadsAlone()) return;
    this.#produce(nowUs);
    this.#expected.keep(this.#frames.takeHeard(nowUs), nowUs);
    void this.#fanOut.send(nowUs);
  }

  #endSource(): void {
    this.#source?.close();
    this.#source = null;
  }

  #produce(nowUs: number): void {
    const source = this.#source;
    if (!source) return;
    const { leadUs, packets: perMessage } = source.pace;
    while (this.endUs === null && this.#nextUs < nowUs + leadUs) {
      const left = Math.round((this.#limitUs - this.#nextUs) / PACKET_US);
      const late = Math.floor((nowUs - this.#nextUs) / PACKET_US);
      const packets = source.take(Math.min(Math.max(late, perMessage), left), this.#nextUs - nowUs);
      if (packets.length === 0) return;
      const at_us = this.#nextUs;
      this.#nextUs += packets.length * PACKET_US;
      // Packets that the disk or the processor delivered after their time are skipped: the programme keeps
      // its time.
      if (this.#nextUs <= nowUs) continue;
      const frame = frameOf(this.id, at_us, packets);
      this.#frames.add(frame);
      this.#tap?.take(frame);
    }
  }
}
