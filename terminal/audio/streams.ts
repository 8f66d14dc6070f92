import { taskType } from '../../contract/codes.ts';
import { volumeToGain } from '../../contract/protocol/audio.ts';
import type { ToTerminal } from '../../contract/protocol/terminal.ts';
import type { Speaker } from './speaker.ts';

/** Message with which the server opens a stream. */
export type StreamOpen = Extract<ToTerminal, { type: 'stream.open' }>;
type StreamMessage = Extract<ToTerminal, { type: `stream.${string}` }>;

interface OpenStream {
  info: StreamOpen;
  closesAt: number | null;
}

/**
 * Time after a welcome at which streams of the previous connection end, unless a new stream ends them earlier, µs: a
 * server that has just started is busy and opens them some time later. It counts from what the sound card takes next.
 */
const ORPHAN_US = 1_000_000;

/** Time for which an ended stream is kept so that its last counts are reported, µs. */
const LINGER_US = 300_000;

const isUrgent = ({ task_type, urgent }: StreamOpen) => urgent === true || task_type === taskType.alarm;

/** Tells if two streams are speech and programme of a voice mix. */
const isOtherPart = (a: StreamOpen['mix'], b: StreamOpen['mix']) =>
  a !== undefined && b !== undefined && a !== b;

/** Tracks the streams that the server has opened and controls the speaker. */
export class Streams {
  readonly #speaker: Speaker;
  readonly #open = new Map<number, OpenStream>();
  #orphans = new Set<number>();
  #volume = 100;
  /** State of the amplifier (commands `power_on` and `power_off`). */
  powered = true;
  /** True while the amplifier is on only for an urgent stream; it is switched off after it. */
  #woken = false;

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  /** Handles stream messages; ignores others. */
  take(message: StreamMessage): void {
    switch (message?.type) {
      case 'stream.open':
        this.#begin(message);
        break;
      case 'stream.volume': {
        const stream = this.#open.get(message.stream);
        if (stream) stream.info = { ...stream.info, volume: message.volume };
        this.#speaker.setGain(message.stream, this.#gain(message.volume));
        break;
      }
      case 'stream.flush':
        this.#speaker.flush(message.stream, message.from_us);
        break;
      case 'stream.close':
        this.#close(message.stream, message.at_us);
        break;
    }
  }

  /** Sets the terminal's volume 0–100, for streams without a volume of their own. */
  setVolume(volume: number): void {
    this.#volume = volume;
    for (const [stream, { info }] of this.#open) {
      if (info.volume === null) this.#speaker.setGain(stream, this.#gain(null));
    }
  }

  /**
   * Switches the amplifier on or off; streams stay synchronised while it is off. During an alarm or an emergency page
   * it stays on, and is switched off afterwards.
   */
  setPower(isOn: boolean): void {
    this.#woken = !isOn && this.hasUrgent;
    this.#power(isOn || this.#woken);
  }

  /** True while an alarm or an emergency page is open. */
  get hasUrgent(): boolean {
    for (const { info } of this.#open.values()) if (isUrgent(info)) return true;
    return false;
  }

  #power(isOn: boolean): void {
    this.powered = isOn;
    for (const [stream, { info }] of this.#open) this.#speaker.setGain(stream, this.#gain(info.volume));
  }

  /**
   * Marks all streams after a reconnection in the same epoch; those that are not opened again end soon. What they
   * have received stays until then.
   */
  orphan(mediaUs: number): void {
    this.#orphans.clear();
    for (const [stream, { closesAt }] of this.#open) {
      this.#orphans.add(stream);
      const endUs = mediaUs + (this.#speaker.cardUs ?? 0) + ORPHAN_US;
      const atUs = Math.min(closesAt ?? Number.POSITIVE_INFINITY, endUs);
      this.#close(stream, atUs, true);
    }
  }

  /** Received sound of the open streams that is still to be heard: what the next connection continues. */
  held(mediaUs: number): { stream: number; until_us: number }[] {
    return [...this.#open].flatMap(([stream, { closesAt }]) => {
      const until_us = closesAt === null ? this.#speaker.heldUntil(stream) : null;
      return until_us === null || until_us <= mediaUs ? [] : [{ stream, until_us }];
    });
  }

  /** Ends all streams at once; `carry`: as soon as a stream of the next clock plays. */
  reset(carry = false): void {
    this.#open.clear();
    this.#orphans.clear();
    this.#speaker.reset(carry);
  }

  /**
   * Stream for reports and the screen: the newest that plays (speech before the programme under it), else the newest;
   * null when there is none.
   */
  current(mediaUs: number | null): StreamOpen | null {
    let newest: StreamOpen | null = null;
    let sounds: StreamOpen | null = null;
    for (const [number, stream] of this.#open) {
      const sounding = this.#speaker.status(number).sounding;
      const overAt = (stream.closesAt ?? Number.POSITIVE_INFINITY) + LINGER_US;
      if (mediaUs !== null && mediaUs > overAt && !sounding) this.#drop(number, mediaUs);
      else newest = stream.info;
      const isUnder = stream.info.mix === 'programme' && sounds !== null && sounds.mix !== 'programme';
      if (sounding && !isUnder) sounds = stream.info;
    }
    if (this.#woken && !this.hasUrgent) this.setPower(false);
    return sounds ?? newest;
  }

  /** Further streams for reports: those of a voice mix, the newest first. */
  furtherStreams(main: StreamOpen | null): StreamOpen[] {
    const others = [...this.#open.values()].map(({ info }) => info);
    return others.filter(({ stream, mix }) => mix !== undefined && stream !== main?.stream).reverse();
  }

  /** Programme that plays ducked under `main` (docs/protocols/terminal-protocol.md, "Voice mix"); null: none. */
  under(main: StreamOpen | null): StreamOpen | null {
    if (main?.mix !== 'speech' || !this.#speaker.status(main.stream).sounding) return null;
    const isLowered = ({ stream, mix }: StreamOpen) =>
      mix === 'programme' && this.#speaker.status(stream).sounding;
    return this.furtherStreams(main).find(isLowered) ?? null;
  }

  /** Buffered length of sound of streams with a number below `below`, µs. */
  waitingUs(below: number): number {
    const own = [...this.#open.keys()].filter((stream) => stream < below);
    return Math.max(0, ...own.map((stream) => this.#speaker.status(stream).buffer_ms)) * 1000;
  }

  /** Ends the streams with a number below `below` at `atUs`, apart from the other part of a voice mix with `mix`. */
  endBelow(below: number, atUs: number, mix: StreamOpen['mix']): void {
    for (const [stream, { info, closesAt }] of this.#open) {
      if (stream >= below || isOtherPart(info.mix, mix)) continue;
      if (closesAt === null || closesAt > atUs) this.#close(stream, atUs);
    }
  }

  /** True while any stream plays. */
  get sounding(): boolean {
    for (const stream of this.#open.keys()) if (this.#speaker.status(stream).sounding) return true;
    return false;
  }

  #begin(info: StreamOpen): void {
    // An urgent stream switches the amplifier on, so that a power-saving task cannot suppress an alarm.
    if (isUrgent(info) && !this.powered) {
      this.#woken = true;
      this.#power(true);
    }
    for (const stream of this.#orphans) {
      // Speech and programme continue side by side: the server reopens both, one after the other.
      if (isOtherPart(this.#open.get(stream)?.info.mix, info.mix)) continue;
      this.#orphans.delete(stream);
      if (stream !== info.stream) this.#close(stream, info.from_us);
    }
    this.#open.delete(info.stream);
    this.#open.set(info.stream, { info, closesAt: null });
    this.#speaker.open(info.stream, info.from_us, this.#gain(info.volume), info.mix);
  }

  #close(stream: number, atUs: number, mayReopen = false): void {
    const known = this.#open.get(stream);
    if (known) known.closesAt = atUs;
    this.#speaker.close(stream, atUs, mayReopen);
  }

  /** Forgets a stream that is over. */
  #drop(stream: number, mediaUs: number): void {
    this.#open.delete(stream);
    // Its later sound was kept in case it would be opened again.
    if (this.#orphans.delete(stream)) this.#speaker.close(stream, mediaUs);
  }

  #gain(volume: number | null): number {
    return this.powered ? volumeToGain(volume ?? this.#volume) : 0;
  }
}
