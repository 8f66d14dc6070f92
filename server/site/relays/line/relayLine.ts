import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import { toLanguage } from '../../../../contract/language.ts';
import {
  decodeRelayFrame,
  encodeRelayFrame,
  type FromRelay,
  fromRelay,
  MAX_RELAY_SESSIONS,
  relayFrame,
  type ToRelay,
} from '../../../../contract/protocol/relayLink.ts';
import { LastReports } from '../../../../contract/protocol/relayReports.ts';
import type { MediaClock } from '../../../platform/clock/mediaClock.ts';
import { Confirmations } from '../../terminals/gateway/confirmations.ts';
import type { Gateway, RelayOfPeer } from '../../terminals/gateway/terminals.types.ts';
import type { SiteSession } from '../relays.types.ts';
import { Outbox } from './outbox.ts';
import { readReports } from './readReports.ts';
import { RelaySession, refusePlain, type SessionLine } from './relaySession.ts';
import { SharedFrames } from './sharedFrames.ts';

/** Bytes waiting or unconfirmed beyond which sound is dropped, and bytes beyond which the line is cut. */
const SLOW_BYTES = 1_048_576;
const FULL_BYTES = 16_777_216;

export interface LineDeps {
  clock: MediaClock;
  gateway: Pick<Gateway, 'take'>;
  relay: RelayOfPeer;
  isHttpsOnly(): boolean;
  /** Monotonic time during which the server was able to receive, ms. */
  listened(): number;
  /** Opens what the relay stores for the time without a line; null: nothing. */
  site(line: RelayLine): SiteSession | null;
  /** Called once. @param fault what was wrong with its messages; null: nothing */
  ended(line: RelayLine, fault: string | null): void;
}

/** Connection of one relay: its terminals are sessions on it. */
export class RelayLine implements SessionLine {
  readonly outbox: Outbox;
  readonly frames: SharedFrames;
  state: Pick<Extract<FromRelay, { type: 'state' }>, 'clock_error_us' | 'dropped'> = {
    ...{ clock_error_us: null, dropped: 0 },
  };
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #deps: LineDeps;
  readonly #sessions = new Map<number, RelaySession>();
  readonly #reports = new LastReports();
  readonly #confirmations = new Confirmations();
  readonly #site: SiteSession | null;
  #heardAt: number;
  #isOver = false;

  constructor(socket: WebSocket, raw: Socket, deps: LineDeps) {
    this.#socket = socket;
    this.#raw = raw;
    this.#deps = deps;
    this.#heardAt = deps.listened();
    this.outbox = new Outbox((messages) => this.#write(messages));
    this.frames = new SharedFrames(this.outbox, deps.clock.now);
    socket.on('message', (data: RawData, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('pong', (payload: Buffer) => this.#confirmations.answered(payload));
    for (const event of ['error', 'close'] as const) socket.on(event, () => this.end(null));
    this.#site = deps.site(this);
  }

  get terminals(): number {
    return this.#sessions.size;
  }
  get bufferedBytes(): number {
    return this.#raw.writableLength;
  }
  get unconfirmedBytes(): number {
    return this.#confirmations.openAudio;
  }
  get isSlow(): boolean {
    return this.bufferedBytes > SLOW_BYTES || this.unconfirmedBytes > SLOW_BYTES;
  }
  get isFull(): boolean {
    return this.bufferedBytes > FULL_BYTES;
  }
  /** Time since its last message, ms. */
  get silentMs(): number {
    return this.#deps.listened() - this.#heardAt;
  }

  send(message: ToRelay): void {
    if (!this.#isOver) this.#socket.send(JSON.stringify(message), () => {});
  }

  sendSound(offset: number, part: Uint8Array): void {
    this.#write([encodeRelayFrame(relayFrame.sound, offset, part)]);
  }

  left(session: number): void {
    this.frames.gone(session);
    this.#reports.forget(session);
    this.#sessions.delete(session);
  }

  /** Ends the line and all its sessions. @param fault what was wrong with its messages */
  end(fault: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.outbox.close();
    this.#socket.terminate();
    for (const session of [...this.#sessions.values()]) session.closed();
    this.#sessions.clear();
    this.#site?.ended();
    this.#deps.ended(this, fault);
  }

  #write(messages: readonly (string | Uint8Array)[]): void {
    if (this.#isOver) return;
    this.#raw.cork();
    for (const message of messages) {
      this.#socket.send(message, () => {});
      if (typeof message === 'string') this.#confirmations.sentText(message.length);
      else this.#confirm(message.byteLength);
    }
    this.#raw.uncork();
  }

  #confirm(bytes: number): void {
    const ping = this.#confirmations.sentAudio(bytes);
    if (ping === null) return;
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(ping);
    this.#socket.ping(payload, undefined, () => {});
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return;
    const arrivedUs = this.#deps.clock.now();
    this.#heardAt = this.#deps.listened();
    try {
      if (isBinary) this.#bytes(data);
      else this.#message(fromRelay.parse(JSON.parse(data.toString('utf8'))), arrivedUs);
    } catch (error) {
      this.end(error instanceof Error ? error.message.slice(0, 200) : 'not a message');
    }
  }

  #message(message: FromRelay, arrivedUs: number): void {
    const { clock } = this.#deps;
    switch (message.type) {
      case 'time': {
        const t2 = clock.now();
        const { t0 } = message;
        this.send({ type: 'time', t0, t1: arrivedUs, t2, epoch: clock.epoch, wall_ms: clock.toWall(t2) });
        break;
      }
      case 'state':
        this.state = message;
        break;
      case 'open':
        this.#open(message);
        break;
      case 'from':
        this.#sessions.get(message.session)?.text(message.text);
        break;
      case 'close':
        this.#closed(message.session);
        break;
      default:
        this.#site?.take(message);
    }
  }

  #open({ type: _, session: id, language, ...peer }: Extract<FromRelay, { type: 'open' }>): void {
    if (this.#sessions.has(id) || this.#sessions.size >= MAX_RELAY_SESSIONS)
      throw new Error(`session ${id} is open already, or there are too many`);
    const session = new RelaySession(id, this);
    if (!peer.secure && this.#deps.isHttpsOnly()) refusePlain(session, toLanguage(language));
    else {
      const { gateway, relay } = this.#deps;
      this.#sessions.set(id, session);
      gateway.take(session, { ...peer, language: toLanguage(language), relay });
    }
  }

  #closed(id: number): void {
    const session = this.#sessions.get(id);
    this.outbox.forget(id);
    this.left(id);
    session?.closed();
  }

  #bytes(data: Buffer): void {
    const read = decodeRelayFrame(data);
    if (read?.kind === relayFrame.single) this.#sessions.get(read.number)?.bytes(read.content);
    else if (read?.kind === relayFrame.reports) {
      const reports = readReports(read.content, this.#reports, (id) => this.#sessions.has(id));
      for (const [id, report] of reports) this.#sessions.get(id)?.text(JSON.stringify(report));
    } else throw new Error('a binary message of an unknown kind');
  }
}
