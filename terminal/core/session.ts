import { PROTOCOL_VERSION, REPORT_INTERVAL_MS } from '../../contract/frames.ts';
import type { Hello, Report, TerminalSettings, ToTerminal } from '../../contract/terminal.ts';
import { MediaClock } from './clock.ts';
import { Exchanges } from './exchanges.ts';
import { Link, type Open } from './link.ts';
import { NO_SOUND, type SoundStatus, type Speaker } from './speaker.ts';
import { Streams } from './streams.ts';

/** Where a terminal stands; `refused` stays until a person does something. */
export type Phase = 'connecting' | 'found' | 'welcomed' | 'waiting' | 'refused' | 'stopped';

export interface Refusal {
  code: string;
  message: string;
}

/** What a terminal is; said at every hello, so it may change between connections (a new boot, an enrolment). */
export type Identity = Omit<Hello, 'type' | 'protocol' | 'secret'>;

export interface SessionDeps {
  /** Local monotonic clock, µs. */
  now(): number;
  /** Opens a connection and tells the link what happens to it. */
  open: Open;
  speaker: Speaker;
  identity(): Identity;
  secret: { get(): string | undefined; set(secret: string | undefined): void };
  /** Restarts the terminal; called once the server has its answer. */
  restart(): void;
  /** Something that a screen shows has changed. */
  changed?(): void;
  random?(): number;
}

/** The least time between two reports, µs: a change is told at once, but not a hundred times a second. */
const REPORT_GAP_US = 100_000;

/**
 * One terminal's side of the protocol (docs/terminal-protocol.md) over an abstract link, speaker and clock.
 * It has no timers: call `tick` every 20 to 100 ms.
 */
export class Session {
  readonly clock = new MediaClock();
  readonly streams: Streams;
  phase: Phase = 'connecting';
  refusal: Refusal | null = null;
  settings: TerminalSettings | null = null;
  site = '';
  terminal: number | null = null;
  private readonly deps: SessionDeps;
  private readonly link: Link;
  private readonly exchanges: Exchanges;
  private epoch: string | null = null;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private told = '';
  private urgent = false;
  private localVolume: number | null = null;

  constructor(deps: SessionDeps) {
    this.deps = deps;
    this.streams = new Streams(deps.speaker);
    this.exchanges = new Exchanges(this.clock, deps.now, (message) => this.send(message));
    this.link = new Link({
      now: deps.now,
      random: deps.random ?? Math.random,
      open: deps.open,
      opened: () => this.hello(),
      text: (text) => this.text(text),
      binary: (bytes) => void deps.speaker.audio(bytes),
      closed: () => this.lost(),
    });
  }

  /** Media time now, µs; null while the clock is not known well enough. */
  get mediaUs(): number | null {
    return this.clock.synced ? this.clock.toMedia(this.deps.now()) : null;
  }

  /** When the server was last heard, local µs; null while there is no connection. */
  get heardAt(): number | null {
    return this.link.heardAt;
  }

  /** The state that a report tells. */
  get state(): Report['state'] {
    if (this.deps.speaker.locked) return 'locked';
    if (!this.clock.synced) return 'unsynced';
    return this.streams.sounding ? 'playing' : 'idle';
  }

  /** Does what is due: connects, asks the time, reports. */
  tick(): void {
    this.link.tick();
    if (this.phase === 'found' || this.phase === 'welcomed') this.exchanges.tick();
    if (this.phase === 'welcomed') this.report();
  }

  /** Volume 0–100 set at the terminal itself; the server is told. */
  setVolume(volume: number): void {
    this.localVolume = volume;
    if (this.settings) this.apply({ ...this.settings, ao_volume: volume });
    this.urgent = true;
  }

  /** What is reported of the present stream; null when there is none. */
  sound(): SoundStatus | null {
    const stream = this.streams.current(this.mediaUs);
    return stream && this.deps.speaker.status(stream.stream);
  }

  /** The terminal starts anew: forgets its clock and streams and connects again. */
  restart(): void {
    this.send({ type: 'bye', reason: 'restart' });
    this.epoch = null;
    this.clock.reset();
    this.streams.reset();
    this.retry();
  }

  /** Connects now, also after a refusal (a person has pressed "again", or changed the identity). */
  retry(): void {
    this.refusal = null;
    this.link.restart();
    this.phase = 'connecting';
    this.changed();
  }

  /** Says bye and stays away. */
  stop(reason: string): void {
    this.send({ type: 'bye', reason });
    this.phase = 'stopped';
    this.link.stop();
    this.streams.reset();
    this.changed();
  }

  private hello(): void {
    const secret = this.deps.secret.get();
    const hello = { type: 'hello', protocol: PROTOCOL_VERSION, ...this.deps.identity() };
    this.send(secret === undefined ? hello : { ...hello, secret });
  }

  private text(text: string): void {
    let message: ToTerminal;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message?.type === 'time') {
      this.exchanges.answer(message);
      return;
    }
    this.take(message);
    this.changed();
  }

  private take(message: Exclude<ToTerminal, { type: 'time' }>): void {
    switch (message?.type) {
      case 'found':
        this.phase = 'found';
        this.link.settled();
        this.exchanges.burst();
        break;
      case 'adopted':
        this.deps.secret.set(message.secret);
        break;
      case 'welcome':
        this.welcome(message);
        break;
      case 'settings':
        this.apply(message.settings);
        break;
      case 'command':
        this.command(message);
        break;
      case 'removed':
        this.deps.secret.set(undefined);
        this.streams.reset();
        this.link.reconnect(1_000);
        break;
      case 'refused':
        this.refusal = { code: message.code, message: message.message };
        this.phase = message.retry_s === null ? 'refused' : 'waiting';
        if (message.retry_s === null) this.link.stop();
        else this.link.reconnect(message.retry_s * 1e3);
        break;
      default:
        if (this.streams.take(message)) this.urgent = true;
    }
  }

  private welcome(message: Extract<ToTerminal, { type: 'welcome' }>): void {
    this.phase = 'welcomed';
    this.refusal = null;
    this.terminal = message.terminal;
    this.site = message.site;
    this.link.settled();
    if (this.epoch !== message.epoch) {
      this.clock.reset();
      this.streams.reset();
    } else {
      this.streams.orphan(this.clock.toMedia(this.deps.now()));
    }
    this.epoch = message.epoch;
    this.apply(message.settings);
    this.urgent = true;
    this.exchanges.burst();
  }

  private apply(settings: TerminalSettings): void {
    this.settings = settings;
    this.streams.setVolume(settings.ao_volume);
    this.changed();
  }

  private command(message: Extract<ToTerminal, { type: 'command' }>): void {
    const known = message.action === 'restart' || message.action === 'identify';
    const ok = message.action === 'identify' ? this.deps.speaker.tone() : known;
    this.send({ type: 'result', request: message.request, ok });
    if (message.action === 'restart') this.deps.restart();
  }

  /** Reports each second, and within REPORT_GAP_US of a change of state, stream or first sound. */
  private report(): void {
    const now = this.deps.now();
    const since = now - this.reportedAt;
    if (since < REPORT_GAP_US) return;
    const state = this.state;
    const media = this.mediaUs;
    const stream = this.streams.current(media)?.stream ?? null;
    const sound = stream === null ? NO_SOUND : this.deps.speaker.status(stream);
    const told = `${state} ${stream} ${sound.first_sound_us}`;
    if (!this.urgent && told === this.told && since < REPORT_INTERVAL_MS * 1e3) return;
    this.urgent = false;
    this.told = told;
    this.reportedAt = now;
    const { sounding, ...measured } = sound;
    this.send({
      type: 'report',
      state,
      stream,
      position_us: sounding && media !== null ? Math.round(media - (sound.skew_us ?? 0)) : null,
      ...measured,
      clock_error_us: Number.isFinite(this.clock.errorUs) ? Math.round(this.clock.errorUs) : null,
      ...(this.localVolume === null ? {} : { volume: this.localVolume }),
    });
    this.localVolume = null;
  }

  /** The connection is gone; what was sent ahead plays on. */
  private lost(): void {
    if (this.phase !== 'refused' && this.phase !== 'stopped') this.phase = 'waiting';
    this.changed();
  }

  private send(message: object): void {
    this.link.send(JSON.stringify(message));
  }

  private changed(): void {
    this.deps.changed?.();
  }
}
