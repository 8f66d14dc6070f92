import { volumeToGain } from '../../contract/audio.ts';
import { taskType } from '../../contract/codes.ts';
import type { ToTerminal } from '../../contract/terminal.ts';
import type { Speaker } from './speaker.ts';

/** What the server says of a stream when it opens it. */
export type StreamOpen = Extract<ToTerminal, { type: 'stream.open' }>;
type StreamMessage = Extract<ToTerminal, { type: `stream.${string}` }>;

interface OpenStream {
  info: StreamOpen;
  closesAt: number | null;
}

/** Streams of an earlier connection end this long after a welcome, unless a new stream ends them before, µs. */
const ORPHAN_US = 500_000;

/** A stream that is over is kept for this long, so that its last counts get into a report, µs. */
const LINGER_US = 300_000;

const isUrgent = ({ task_type, urgent }: StreamOpen) => urgent === true || task_type === taskType.alarm;

/** The streams that the server has opened, and what the speaker is told of them. */
export class Streams {
  private readonly speaker: Speaker;
  private readonly open = new Map<number, OpenStream>();
  private orphans = new Set<number>();
  private volume = 100;
  /** Whether the amplifier is on (command `power_off`). */
  powered = true;
  /** It is on for what is urgent alone, and goes off again behind it. */
  private woken = false;

  constructor(speaker: Speaker) {
    this.speaker = speaker;
  }

  /** Takes a stream message; leaves any other alone. */
  take(message: StreamMessage): void {
    switch (message?.type) {
      case 'stream.open':
        this.begin(message);
        break;
      case 'stream.volume': {
        const stream = this.open.get(message.stream);
        if (stream) stream.info = { ...stream.info, volume: message.volume };
        this.speaker.setGain(message.stream, this.gain(message.volume));
        break;
      }
      case 'stream.flush':
        this.speaker.flush(message.stream, message.from_us);
        break;
      case 'stream.close':
        this.close(message.stream, message.at_us);
        break;
    }
  }

  /** The terminal's own volume 0–100, for streams that bring none. */
  setVolume(volume: number): void {
    this.volume = volume;
    for (const [stream, { info }] of this.open) {
      if (info.volume === null) this.speaker.setGain(stream, this.gain(null));
    }
  }

  /**
   * The amplifier on or off; what comes meanwhile is not heard, and goes on being in step. While an alarm or the
   * emergency microphone is open it stays on, and goes off behind it.
   */
  setPower(isOn: boolean): void {
    this.woken = !isOn && this.hasUrgent;
    this.power(isOn || this.woken);
  }

  /** Whether an alarm or an emergency page is open. */
  get hasUrgent(): boolean {
    for (const { info } of this.open.values()) if (isUrgent(info)) return true;
    return false;
  }

  private power(isOn: boolean): void {
    this.powered = isOn;
    for (const [stream, { info }] of this.open) this.speaker.setGain(stream, this.gain(info.volume));
  }

  /** After a new connection to the same server: what it does not open again ends soon. */
  orphan(mediaUs: number): void {
    this.orphans.clear();
    for (const stream of this.open.keys()) {
      this.orphans.add(stream);
      this.close(stream, mediaUs + ORPHAN_US);
    }
  }

  /** Ends everything at once; `carry`: as soon as a stream of the next clock is heard. */
  reset(carry = false): void {
    this.open.clear();
    this.orphans.clear();
    this.speaker.reset(carry);
  }

  /**
   * The stream to be reported and shown: the newest that sounds (what programme lies under before the programme), else
   * the newest; null when there is none.
   */
  current(mediaUs: number | null): StreamOpen | null {
    let newest: StreamOpen | null = null;
    let sounds: StreamOpen | null = null;
    for (const [number, stream] of this.open) {
      const sounding = this.speaker.status(number).sounding;
      const overAt = (stream.closesAt ?? Number.POSITIVE_INFINITY) + LINGER_US;
      if (mediaUs !== null && mediaUs > overAt && !sounding) this.open.delete(number);
      else newest = stream.info;
      const isUnder = stream.info.mix === 'programme' && sounds !== null && sounds.mix !== 'programme';
      if (sounding && !isUnder) sounds = stream.info;
    }
    if (this.woken && !this.hasUrgent) this.setPower(false);
    return sounds ?? newest;
  }

  /** The streams beside the one that is reported whose counts are told too: of a voice mix, the newest first. */
  beside(main: StreamOpen | null): StreamOpen[] {
    const others = [...this.open.values()].map(({ info }) => info);
    return others.filter(({ stream, mix }) => mix !== undefined && stream !== main?.stream).reverse();
  }

  /** The programme that sounds lowered under `main` (docs/terminal-protocol.md, "Voice mix"); null: none does. */
  under(main: StreamOpen | null): StreamOpen | null {
    if (main?.mix !== 'speech' || !this.speaker.status(main.stream).sounding) return null;
    const isLowered = ({ stream, mix }: StreamOpen) =>
      mix === 'programme' && this.speaker.status(stream).sounding;
    return this.beside(main).find(isLowered) ?? null;
  }

  /** How long the sound lasts that waits of streams with a number below this one, µs. */
  waitingUs(below: number): number {
    const own = [...this.open.keys()].filter((stream) => stream < below);
    return Math.max(0, ...own.map((stream) => this.speaker.status(stream).buffer_ms)) * 1000;
  }

  /** Whether anything sounds. */
  get sounding(): boolean {
    for (const stream of this.open.keys()) if (this.speaker.status(stream).sounding) return true;
    return false;
  }

  private begin(info: StreamOpen): void {
    // Nobody is to miss an alarm because of a task that saved power.
    if (isUrgent(info) && !this.powered) {
      this.woken = true;
      this.power(true);
    }
    for (const stream of this.orphans) {
      const { mix } = this.open.get(stream)?.info ?? {};
      // Speech and programme go on beside each other: both are opened again, one after the other.
      if (mix !== undefined && info.mix !== undefined && mix !== info.mix) continue;
      this.orphans.delete(stream);
      if (stream !== info.stream) this.close(stream, info.from_us);
    }
    this.open.delete(info.stream);
    this.open.set(info.stream, { info, closesAt: null });
    this.speaker.open(info.stream, info.from_us, this.gain(info.volume), info.mix);
  }

  private close(stream: number, atUs: number): void {
    const known = this.open.get(stream);
    if (known) known.closesAt = atUs;
    this.speaker.close(stream, atUs);
  }

  private gain(volume: number | null): number {
    return this.powered ? volumeToGain(volume ?? this.volume) : 0;
  }
}
