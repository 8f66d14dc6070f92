import { type MessageKey, type MessageParams, messageText } from '../../../../contract/api/errors.ts';
import type { Language } from '../../../../contract/language.ts';
import { closeCode, LONGEST_LEAD_US, MAX_LEAD_US } from '../../../../contract/protocol/frames.ts';
import type { FromTerminal, Hello, Report, ToTerminal } from '../../../../contract/protocol/terminal.ts';
import { withSystemNames } from '../../../../contract/systemName.ts';
import type { GatewayLimits } from './gatewayLimits.ts';
import { LinkLead } from './linkLead.ts';
import { judgeBytes, parseMessage } from './parseMessage.ts';
import type { HeldSound, KnownTerminal, Peer, RefusalCode, TerminalLink } from './terminals.types.ts';
import { Uplinks } from './uplinks.ts';
import { sharedText } from './webSocketFrame.ts';
import type { TerminalWire } from './wire/terminalWire.types.ts';

type Refused = Extract<ToTerminal, { type: 'refused' }>;
export type Refusal = Pick<Refused, 'code' | 'detail'>;

export interface ConnectionHandlers {
  message(connection: Connection, message: FromTerminal): void;
  /** Handles a binary message that is no live sound; returns false if it was not requested. */
  bytes(connection: Connection, bytes: Uint8Array): boolean;
  /** Called with the type of an unknown message of a welcomed terminal; the message is ignored. */
  unknown(connection: Connection, type: string): void;
  refused(connection: Connection, refusal: Refusal): void;
  /** Time during which the server was able to receive, ms (server/platform/clock/listeningClock.ts). */
  listened(): number;
  /** Called once, whichever side closed. @param was phase before */
  closed(connection: Connection, was: Phase): void;
}

/**
 * `new`: no hello yet. `greeting`: hello is being checked. `found`: waits for adoption. `online`: welcomed.
 */
export type Phase = 'new' | 'greeting' | 'found' | 'online' | 'closed';

/** Connection of one terminal: validates incoming messages, bounds the outgoing buffer. */
export class Connection implements TerminalLink {
  readonly address: string;
  readonly language: Language;
  /** Connected by HTTPS. */
  readonly secure: boolean;
  /** Address of this server as the terminal came. */
  readonly server: string;
  /** Relay through which it came; null: it came directly. */
  readonly relay: Peer['relay'];
  phase: Phase = 'new';
  hello: Hello | null = null;
  terminal: KnownTerminal | null = null;
  report: Report | null = null;
  #reportedAt = 0;
  droppedFrames = 0;
  readonly uplinks = new Uplinks();
  held: HeldSound | null = null;
  readonly #lead = new LinkLead();
  /** Monotonic ms: start, last message received, and last time the network accepted buffered bytes. */
  readonly openedAt: number;
  seenAt: number;
  flowedAt: number;
  /** Bytes that the network had accepted at the last sweep. */
  flushedSeen = 0;
  /** Received bytes at the last sweep. */
  bytesSeen = 0;
  readonly wire: TerminalWire;
  #limits: GatewayLimits;
  #handlers: ConnectionHandlers;
  #windowStart = 0;
  #windowCount = 0;

  constructor(wire: TerminalWire, peer: Peer, limits: GatewayLimits, handlers: ConnectionHandlers) {
    this.wire = wire;
    this.address = peer.address;
    this.language = peer.language;
    this.secure = peer.secure;
    this.server = peer.server;
    this.relay = peer.relay;
    this.#limits = limits;
    this.#handlers = handlers;
    this.openedAt = performance.now();
    this.seenAt = this.openedAt;
    this.flowedAt = this.openedAt;
    wire.listen({
      text: (text) => this.#receive(text),
      bytes: (bytes) => this.#receive(bytes),
      present: () => this.#count(),
      closed: () => this.#end(),
    });
  }

  get terminalId(): number {
    return this.terminal?.id ?? 0;
  }
  get org(): number | null {
    return this.terminal?.org ?? null;
  }
  get bufferedBytes(): number {
    return this.wire.bufferedBytes;
  }
  get unconfirmedBytes(): number {
    return this.wire.unconfirmedBytes;
  }
  get reserveUs(): number {
    return Math.min(LONGEST_LEAD_US, Math.max(MAX_LEAD_US, (this.hello?.ahead_ms ?? 0) * 1000));
  }
  get reportAgeMs(): number {
    return this.#handlers.listened() - this.#reportedAt;
  }
  get leadUs(): number | null {
    return this.#lead.us;
  }

  /** Marks it as online; it must send reports from now on. */
  welcomed(terminal: KnownTerminal): void {
    this.phase = 'online';
    this.terminal = terminal;
    this.#reportedAt = this.#handlers.listened();
  }

  reported(report: Report): void {
    this.report = report;
    this.#lead.take(report);
    this.#reportedAt = this.#handlers.listened();
  }

  send(message: ToTerminal): void {
    this.sendText(withSystemNames(sharedText(message), this.language));
  }

  sendText(text: string): void {
    if (this.phase === 'closed') return;
    if (this.wire.isFull) this.cut();
    else this.wire.sendText(text);
  }

  sendAudio(frame: Uint8Array): void {
    if (this.phase === 'online' && !this.wire.sendAudio(frame)) this.droppedFrames += 1;
  }

  together(send: () => void): void {
    this.wire.together(send);
  }

  /** Sends the reason and closes; the terminal may retry after `retryS` seconds (null: not by itself). */
  refuse(code: RefusalCode, key: MessageKey, retryS: number | null, params: MessageParams = {}): void {
    this.#refuse({ code, message: messageText(key, this.language, params), retry_s: retryS });
  }

  /** Closes after an invalid message; `detail` tells the developer of the terminal what is wrong. */
  refuseGarbage(detail: string): void {
    const message = messageText('common.invalidRequest', this.language);
    this.#refuse({ code: 'garbage', message, retry_s: 10, detail });
  }

  #refuse(refusal: Omit<Refused, 'type'>): void {
    if (this.phase === 'closed') return;
    this.#handlers.refused(this, refusal);
    this.send({ type: 'refused', ...refusal });
    this.close(refusal.code === 'locked_out' ? closeCode.lockedOut : closeCode.refused);
  }

  /** Closes after the sent messages; anything received later is ignored. */
  close(code: number): void {
    if (this.phase === 'closed') return;
    this.#end();
    this.wire.close(code);
  }

  /** Closes immediately. */
  cut(): void {
    this.#end();
    this.wire.cut();
  }

  /** Tells if the terminal answers a ping in time. */
  probe(): Promise<boolean> {
    return this.phase === 'closed' ? Promise.resolve(false) : this.wire.probe(this.#limits.probeMs);
  }

  #receive(data: string | Uint8Array): void {
    if (this.phase === 'closed' || !this.#count()) return;
    const isText = typeof data === 'string';
    if (!isText && this.phase === 'online') {
      if (this.uplinks.take(data) || this.#handlers.bytes(this, data)) return;
    }
    const parsed = isText ? parseMessage(data) : judgeBytes(data);
    if ('message' in parsed) this.#handlers.message(this, parsed.message);
    else if ('unknown' in parsed) {
      if (this.phase === 'online') this.#handlers.unknown(this, parsed.unknown);
      else this.refuseGarbage(parsed.detail);
    } else if (parsed.refused === 'protocol') this.refuse('protocol', 'terminal.protocol', null);
    else this.refuseGarbage(parsed.detail);
  }

  /** Counts a message; exceeding the rate closes the connection. */
  #count(): boolean {
    const now = performance.now();
    this.seenAt = now;
    if (now - this.#windowStart >= 1000) {
      this.#windowStart = now;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    if (this.#windowCount <= this.#limits.messagesPerS) return true;
    this.refuse('rate', 'common.tooFast', 10);
    this.wire.pause();
    return false;
  }

  #end(): void {
    if (this.phase === 'closed') return;
    const was = this.phase;
    this.phase = 'closed';
    this.#handlers.closed(this, was);
  }
}
