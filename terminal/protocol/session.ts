import { decodeAudioFrame } from '../../contract/protocol/frames.ts';
import type { FromTerminal, Report, TerminalSettings, ToTerminal } from '../../contract/protocol/terminal.ts';
import { NO_SOUND, type SoundStatus, type Speaker } from '../audio/speaker.ts';
import { type StreamOpen, Streams } from '../audio/streams.ts';
import { WallClock } from '../offline/wallClock.ts';
import { Caller } from './caller.ts';
import { runCommand } from './commands.ts';
import { helloMessage } from './helloMessage.ts';
import { deliver } from './inbox.ts';
import { introduction } from './introduction.ts';
import { Link } from './link.ts';
import { MediaClock } from './mediaClock.ts';
import { parseMessage } from './parse.ts';
import { Reporting } from './reporting.ts';
import { Secret } from './secret.ts';
import { Ownership } from './servers/ownership.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { Phase, Refusal, SessionView } from './sessionView.ts';
import { TimeExchanges } from './timeExchanges.ts';
import { UplinkSender } from './uplinkSender.ts';

/** Time without a message after which a playing terminal asks if its server is there, µs. */
const SILENT_US = 1_000_000;

/**
 * The terminal side of the protocol (docs/protocols/terminal-protocol.md) over an abstract link, speaker and clock.
 * Has no timers: `tick` is called every 20 to 100 ms.
 */
export class Session implements SessionView {
  readonly clock = new MediaClock();
  readonly streams: Streams;
  /** Uplink audio. */
  readonly sender: UplinkSender;
  /** Calls with other stations. */
  readonly caller: Caller;
  phase: Phase = 'connecting';
  refusal: Refusal | null = null;
  settings: TerminalSettings | null = null;
  site = '';
  /** Version and features of the server; null: not announced. */
  server: { version: string; features: string[] } | null = null;
  /** Number of ignored messages of unknown type, from newer servers. */
  unknown = 0;
  /** The server's time of day. */
  readonly wall = new WallClock();
  readonly #deps: SessionDeps;
  readonly link: Link;
  readonly #exchanges: TimeExchanges;
  /** Epoch of the media clock. */
  epoch: string | null = null;
  readonly #reporting: Reporting;
  readonly #secret: Secret;
  readonly #ownership = new Ownership();
  /** True after the server has answered the pairing code. */
  #isPaired = false;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.streams = new Streams(deps.speaker);
    this.#reporting = new Reporting(deps);
    this.#secret = new Secret(deps.secret);
    this.sender = new UplinkSender({
      send: (message) => this.#send(message),
      sendBytes: (bytes) => this.link.send(bytes),
      isSynced: () => this.clock.synced,
      changed: () => deps.changed?.(),
    });
    this.caller = new Caller({
      now: deps.now,
      send: (message) => this.#send(message),
      dialled: () => this.sender.dialled(),
      sending: (stream) => this.sender.call(stream),
      changed: () => deps.changed?.(),
    });
    const { now, random = Math.random } = deps;
    this.#exchanges = new TimeExchanges(this.clock, now, random, (message) => this.#send(message));
    this.link = new Link({
      now,
      random,
      isUrgent: () => this.#canContinueElsewhere(),
      open: (events) => deps.open(events, introduction(deps.identity())),
      opened: () => this.#hello(),
      text: (text) => this.#text(text),
      binary: (bytes) => this.#audio(bytes),
      // Its machine is gone rather than restarted: an attempt there would not be answered either.
      silent: () => this.phase === 'welcomed' && deps.servers?.failed(),
      closed: () => this.#lost(),
    });
  }

  /** Current media time, µs; null while the clock is not synchronised. */
  get mediaUs(): number | null {
    return this.clock.synced ? this.clock.toMedia(this.#deps.now()) : null;
  }

  /** Time that messages of the server take to arrive (LinkDelay), µs; null: not known. */
  get delayUs(): number | null {
    return this.#exchanges.delay.us(this.clock);
  }

  /** State in reports. */
  get state(): Report['state'] {
    if (this.#deps.speaker.locked) return 'locked';
    if (!this.clock.synced) return 'unsynced';
    return this.streams.powered && this.streams.sounding ? 'playing' : 'idle';
  }

  /** Performs due actions: connects, exchanges the time, reports. */
  tick(): void {
    this.link.tick();
    this.#deps.offline?.tick(this);
    const isSilent = this.#deps.now() - this.link.receivedAt > SILENT_US;
    if (this.phase === 'found' || this.phase === 'welcomed')
      this.#exchanges.tick(isSilent && this.#canContinueElsewhere());
    if (this.phase === 'welcomed') this.#reporting.tick(this);
  }

  /** Sets the volume 0–100 at the terminal and reports it. */
  setVolume(volume: number): void {
    this.#reporting.volume(volume);
    if (this.settings) this.#apply({ ...this.settings, ao_volume: volume });
  }

  /** Stream for reports and the screen, with its sound status. */
  present(): { stream: StreamOpen | null; sound: SoundStatus } {
    const stream = this.streams.current(this.mediaUs);
    return { stream, sound: stream ? this.#deps.speaker.status(stream.stream) : NO_SOUND };
  }

  /** Restarts the session: discards clock and streams and reconnects. */
  restart(): void {
    this.#send({ type: 'bye', reason: 'restart' });
    this.epoch = null;
    this.clock.reset();
    this.streams.reset();
    this.retry();
  }

  /** Connects now, also after a refusal (a person has pressed "again" or changed the identity). */
  retry(): void {
    this.refusal = null;
    this.#isPaired = false;
    this.link.restart();
    this.phase = 'connecting';
    this.#deps.changed?.();
  }

  /** Hangs up, refuses a ringing call, or ends a page. */
  hangUp(): void {
    if (this.caller.inCall === null) this.sender.stop();
    else this.caller.hangUp();
  }

  /** Sends `bye` and does not reconnect. */
  stop(reason: string): void {
    this.#send({ type: 'bye', reason });
    this.link.stop();
    this.phase = 'stopped';
    this.streams.reset();
    this.#deps.changed?.();
  }

  /** Restores stored settings until a server sends new ones. */
  remember(settings: TerminalSettings, site: string): void {
    if (this.settings !== null) return;
    this.site = site;
    this.#apply(settings);
  }

  /** Local monotonic time, µs. */
  now(): number {
    return this.#deps.now();
  }

  get speaker(): Speaker {
    return this.#deps.speaker;
  }

  /** Sends a message to the server, if connected. */
  sendMessage(message: FromTerminal): void {
    this.#send(message);
  }

  #hello(): void {
    this.#send(helloMessage(this, this.#deps, this.#secret.get(), this.#isPaired));
  }

  #audio(bytes: Uint8Array): void {
    const covered = this.#deps.offline?.covered ?? null;
    if (covered === null || decodeAudioFrame(bytes)?.stream !== covered) this.#deps.speaker.audio(bytes);
  }

  #text(text: string): void {
    const message = parseMessage(text);
    if (message?.type === 'time') {
      this.#exchanges.answer(message);
      if (message.wall_ms !== undefined) this.wall.set(message.t2, message.wall_ms);
    }
    if (!message || message.type === 'time') return;
    this.#take(message);
    this.#deps.changed?.();
  }

  #take(message: Exclude<ToTerminal, { type: 'time' }>): void {
    switch (message.type) {
      case 'found':
        this.phase = 'found';
        this.link.settled();
        this.#exchanges.burst();
        break;
      case 'adopted':
        this.#secret.set(message.secret);
        if (message.proof !== undefined) this.#deps.proof?.set(message.proof);
        this.#isPaired = true;
        break;
      case 'secret.renew':
        this.#send({ type: 'result', request: message.request, ok: this.#secret.renew(message.secret) });
        break;
      case 'welcome':
        this.#welcome(message);
        break;
      case 'settings':
        this.#apply(message.settings);
        break;
      case 'command':
        if (runCommand(message, this, this.#deps)) this.#reporting.reportNow();
        break;
      case 'removed':
        this.#secret.set(undefined);
        this.#deps.offline?.forget();
        this.#deps.removed?.();
        this.streams.reset();
        this.link.reconnect(1_000);
        break;
      case 'refused':
        this.refusal = { code: message.code, message: message.message };
        if (message.code === 'enrol') this.#isPaired = true;
        if (message.code === 'secret') this.#secret.refused();
        // The account's password or state has changed, so the secret is no longer valid.
        if (message.code === 'login') this.#secret.set(undefined);
        this.#awaitRetry(message.code === 'login' && this.#deps.typed === true ? null : message.retry_s);
        break;
      default:
        deliver(message, this, this.#deps, this.#reporting);
    }
  }

  /** Waits after a refusal; null: until a person retries. */
  #awaitRetry(seconds: number | null): void {
    this.phase = seconds === null ? 'refused' : 'waiting';
    if (seconds === null) this.link.stop();
    else this.link.reconnect(seconds * 1e3);
  }

  #welcome(message: Extract<ToTerminal, { type: 'welcome' }>): void {
    if (!this.#ownership.admits(message, this.#deps.now())) {
      // A server that was replaced: the end of this connection leads to the next address.
      this.link.reconnect(1_000);
      return;
    }
    this.#deps.servers?.learn(message.servers ?? []);
    this.phase = 'welcomed';
    this.refusal = null;
    this.site = message.site;
    this.server = message.server ?? null;
    this.link.settled();
    if (this.epoch !== message.epoch) {
      this.clock.reset();
      this.wall.reset();
      this.streams.reset(true);
    } else {
      this.streams.orphan(this.clock.toMedia(this.#deps.now()));
    }
    this.epoch = message.epoch;
    this.#apply(message.settings);
    this.#reporting.restart();
    this.#exchanges.burst();
  }

  #apply(settings: TerminalSettings): void {
    this.settings = settings;
    this.streams.setVolume(settings.ao_volume);
    this.#deps.changed?.();
  }

  /** Tells if another server of the system could continue what plays. */
  #canContinueElsewhere(): boolean {
    return this.#deps.servers?.hasOthers === true && this.streams.sounding;
  }

  /** Handles a lost connection; sound that was sent ahead continues. */
  #lost(): void {
    if (this.phase === 'welcomed') this.#ownership.lost(this.#deps.now());
    else if (this.phase !== 'found') this.#deps.servers?.failed();
    if (this.phase !== 'refused') this.phase = 'waiting';
    this.caller.reset();
    this.sender.reset();
    this.#deps.changed?.();
  }

  #send(message: object): void {
    this.link.send(JSON.stringify(message));
  }
}
