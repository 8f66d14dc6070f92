import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Administered, AdministrationView } from '../../../../contract/api/administration.ts';
import type { FoundTerminal, StateReason } from '../../../../contract/entities/terminals/device.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Language } from '../../../../contract/language.ts';
import type { CallMessage } from '../../../../contract/protocol/call.ts';
import type { OfflinePlayerMessage } from '../../../../contract/protocol/offline.ts';
import type { SignalReading } from '../../../../contract/protocol/signalReport.ts';
import type {
  FromTerminal,
  Hello,
  Report,
  TerminalSettings,
  ToTerminal,
} from '../../../../contract/protocol/terminal.ts';
import type { TerminalStatus } from '../../../../contract/protocol/terminalStatus.ts';
import type { UpgradeStateMessage } from '../../../../contract/protocol/upgrading.ts';
import type { Speeches, SpeechOutcome } from './speeches.ts';
import type { Uplinks } from './uplinks.ts';
import type { TerminalWire } from './wire/terminalWire.types.ts';

export type TalkMessage = Extract<FromTerminal, { type: 'talk.start' | 'talk.stop' }>;

/** Sound that a terminal has after a lost connection, by the media clock. */
export interface HeldSound {
  /** When it received the last message of that connection, µs. */
  receivedUs: number;
  /** End of the sound of each stream, µs. */
  untilUs: ReadonlyMap<number, number>;
}

/** Refusal of a call, with its status and the protocol of it. */
export interface Refused {
  refused: number;
  protocol: 'SIP' | 'HTTP' | 'RTSP';
}

/** Statuses of a loudspeaker that is used by others: of SIP, HTTP and RTSP. */
const busy: Readonly<Record<Refused['protocol'], ReadonlySet<number>>> = {
  SIP: new Set([486, 600]),
  HTTP: new Set([409, 503]),
  RTSP: new Set([453, 503]),
};

/**
 * Delivery of a stream to a terminal that reports nothing back: it is sent, or sent within a call that the terminal has
 * answered; the call is being made, rings, or was refused with a status; or what is sent to the terminal is another
 * stream, which it shares with other terminals.
 */
export type Delivery = 'sent' | 'answered' | 'calling' | 'ringing' | Refused | 'other' | 'none';

/** Tells if the sound of a stream leaves for the terminal. */
export const isSent = (delivery: Delivery | null | undefined): boolean =>
  delivery === 'sent' || delivery === 'answered';

/** Reason that a delivery gives for what a terminal does; null: none. */
export function deliveryReason(delivery: Delivery | null | undefined, task: string): StateReason | null {
  if (delivery === null || delivery === undefined || delivery === 'none') return null;
  if (typeof delivery === 'object') {
    const { refused: status, protocol } = delivery;
    const key = busy[protocol].has(status) ? 'call_busy' : 'call_refused';
    return { key, params: { task, protocol, status } };
  }
  return { key: delivery === 'other' ? 'group_busy' : delivery, params: { task } };
}

/** Loudspeaker that must be called, or connected to, before it can sound. */
export interface SoundCalling {
  /** `refused`: its last call was refused, and no later one is answered yet. */
  readonly state: 'ready' | 'pending' | 'refused';
  /** Calls it for a broadcast that has not begun. The returned function lets it go if no sound was opened at it. */
  prepare(): () => void;
}

/** Connected adopted terminal, as the rest of the server sees it. */
export interface TerminalLink {
  readonly terminalId: number;
  readonly org: number | null;
  /** Remote network address. */
  readonly address: string;
  /** Language of the texts that it is sent. */
  readonly language: Language;
  send(message: ToTerminal): void;
  /** Sends an audio frame (contract/protocol/terminal.ts); the same bytes may go to many links. Never throws. */
  sendAudio(frame: Uint8Array): void;
  /**
   * Writes everything that the callback sends to the network at once, which costs a fraction of single
   * writes.
   */
  together(send: () => void): void;
  /** Bytes that the socket has not taken yet: a slow terminal is skipped, never waited for. */
  readonly bufferedBytes: number;
  /** Bytes of audio that the terminal has not confirmed yet. */
  readonly unconfirmedBytes: number;
  /** Longest time ahead of being heard for which it stores sound, µs. */
  readonly reserveUs: number;
  /** Sound that it still has from its previous connection; null except while it is being welcomed. */
  readonly held: HeldSound | null;
  /** Number of audio frames that were not sent because the terminal was too slow. */
  readonly droppedFrames: number;
  /** Streams that it may send to the server. */
  readonly uplinks: Uplinks;
  /**
   * Lead that sound needs at this terminal (LinkLead), µs; null: it has not reported what it needs.
   */
  readonly leadUs: number | null;
  /** Last report of the terminal. */
  readonly report: Report | null;
  /**
   * Age of that report, or time since it was welcomed without one; counts only time during which the server
   * was able to receive, ms.
   */
  readonly reportAgeMs: number;
  /** Delivery of a stream; absent: the terminal reports what it plays. */
  readonly delivery?: (stream: number) => Delivery;
  /** Its call; absent: it needs none. */
  readonly calling?: SoundCalling | undefined;
  /** What it says, or is rung to say, without a message of its own; null or absent: nothing. */
  readonly speech?: { end(): void } | null;
}

export interface TerminalEvents {
  /** Welcomed; from now on `link()` returns it. */
  online(link: TerminalLink): void;
  offline(terminalId: number): void;
  report(terminalId: number, report: Report): void;
  /** Its delivery (`delivery` of its link) has changed. */
  delivered(terminalId: number): void;
  /** All connections were checked (twice a second): missing reports are detected now. */
  swept(): void;
  /** Status of a terminal apart from its sound; always of its own kind. */
  status(terminalId: number, status: TerminalStatus): void;
  /** Reading of its modem. */
  signal(terminalId: number, reading: SignalReading): void;
  /** Its settings have changed and were sent to it. */
  settings(link: TerminalLink): void;
  /** Requests to talk, or to stop talking. */
  talk(link: TerminalLink, message: TalkMessage): void;
  /** Dials, answers or hangs up. */
  call(link: TerminalLink, message: CallMessage): void;
  /** Reports its offline storage and what it played offline, or requests a download ticket. */
  keep(link: TerminalLink, message: OfflinePlayerMessage): void;
  /** Reports the state of its upgrade. */
  upgrade(terminalId: number, message: UpgradeStateMessage): void;
  /** Reports its server address and its remote administration. */
  administration(terminalId: number, view: AdministrationView): void;
  /** Confirms that it would play in a silent drill. */
  drill(terminalId: number, drill: number): void;
  /** Sent a message of a type that this server does not know. */
  unknown(terminalId: number, type: string): void;
  /** Removed from the site: its claims end. */
  removed(terminalId: number): void;
  /** A second connection under a code was refused: addresses of the holder and of the refused one. */
  duplicate(code: string, holder: string, refused: string, terminalId: number | null): void;
}

export interface TerminalGateway {
  link(terminalId: number): TerminalLink | undefined;
  links(): Iterable<TerminalLink>;
  /** Subscribes; returns the function that ends the subscription. */
  subscribe(handlers: Partial<TerminalEvents>): () => void;
}

/** Adopted terminal as far as the gateway needs it. */
export interface KnownTerminal {
  readonly id: number;
  readonly code: string;
  readonly kind: TerminalKind;
  readonly org: number | null;
  /** SHA-256 of the secret, hex. */
  readonly secret_hash: string;
  /** Hash of the secret that replaces it, accepted as well; null: none. */
  readonly next_secret_hash: string | null;
  readonly settings: TerminalSettings;
}

/** Call station that has proved its account and password. */
export interface StationLogin {
  /**
   * Issues a new secret, and a new proof of this login; null: password or permission were revoked meanwhile.
   */
  admit(): Promise<{ terminal: KnownTerminal; secret: string; proof?: string } | null>;
}

/** Directory of adopted terminals: in memory, so that thousands that reconnect at once cause no queries. */
export interface TerminalDirectory {
  byCode(code: string): KnownTerminal | undefined;
  /** Finds the terminal whose code differs from this one only in letter case. */
  byCodeIgnoringCase(code: string): KnownTerminal | undefined;
  byId(id: number): KnownTerminal | undefined;
  /** Records the address, relay and features of a welcomed terminal. */
  recordConnection(terminal: KnownTerminal, hello: Hello, address: string, relay: number | null): void;
  /** Records the address of a terminal that this server reaches itself. */
  recordReached(terminalId: number, address: string): void;
  /** Called when a terminal sent its right secret, or was sent a new one. @param secure by HTTPS */
  secretSent(terminal: KnownTerminal, secret: string, secure: boolean): void;
  /**
   * Enrols a terminal into a zone by the zone's code and password, or by a pairing code.
   * @returns the terminal and its secret, or null when these are wrong
   * @throws GuessedByMany where a person has to admit it
   */
  enrol(hello: Hello, address: string): Promise<{ terminal: KnownTerminal; secret: string } | null>;
  /** Tells if a terminal has a disabled account. */
  disabled(terminal: KnownTerminal): boolean;
  /** Tells if a terminal can authenticate by a password. */
  hasPassword(terminal: KnownTerminal): boolean;
  /** Revokes the secret of a station's login, if it is still that account's. */
  logOut(left: NonNullable<Hello['left']>, address: string): Promise<void>;
  /** @returns null when account or password are wrong @throws AppError 429 after too many wrong ones */
  logIn(hello: Hello, password: string, address: string): Promise<StationLogin | null>;
}

/** List that shows found terminals, such as the live topic `terminal_found`. */
export interface FoundList {
  upsert(row: FoundTerminal): void;
  remove(id: number): void;
}

export type RefusalCode = Extract<ToTerminal, { type: 'refused' }>['code'];
export type CommandResult = Extract<FromTerminal, { type: 'result' }>;

export interface GatewayCounts {
  refusals: Map<RefusalCode, number>;
  /** Messages of unknown types from welcomed terminals. */
  unknownMessages: number;
  /** Audio frames not sent because a terminal was too slow. */
  droppedFrames: number;
}

/** Message that a terminal answers with `result`, without its request number. */
type Numberless<T> = T extends unknown ? Omit<T, 'request'> : never;
export type Request = Numberless<
  Extract<ToTerminal, { type: 'command' | 'secret.renew' | Administered['type'] }>
>;
export type CommandAction = Extract<ToTerminal, { type: 'command' }>['action'];

/** Client of a socket. */
export interface Peer {
  address: string;
  language: Language;
  /** Connected by HTTPS. */
  secure: boolean;
  /** Address of this server, or of the relay, as it came, `http(s)://HOST:PORT`. */
  server: string;
  /** Relay through which it came; null: it came directly. */
  relay: RelayOfPeer | null;
}

/** Relay of a terminal, as far as the gateway needs it. */
export interface RelayOfPeer {
  readonly id: number;
  readonly name: string;
  /** Tells if a terminal of a zone may come through it. */
  admits(org: number | null): boolean;
}

/** Terminal that came by plain HTTP while the site refuses it. */
export interface PlainArrival {
  /** Empty, null: its address did not tell. */
  code: string;
  kind: TerminalKind | null;
  /** Network address. */
  address: string;
}

/** Whole gateway; other parts of the server use the narrower `TerminalGateway`. */
export interface Gateway extends TerminalGateway {
  /** Takes over a socket that was just opened at /v1/terminal. */
  accept(socket: WebSocket, raw: Socket, peer: Peer): void;
  /** Takes over a terminal that has come by another way, such as a relay. */
  take(wire: TerminalWire, peer: Peer): void;
  /** Hello of a found terminal; undefined when it is no longer waiting. */
  foundHello(foundId: number): { hello: Hello; address: string } | undefined;
  /** Notifies a found terminal of its adoption; false when it is no longer connected. */
  adopted(foundId: number, terminal: KnownTerminal, secret: string): boolean;
  /** Disconnects a found terminal; false when it is no longer connected. */
  refuse(foundId: number): boolean;
  /** Tells if a welcomed terminal is connected by HTTPS. */
  isSecure(terminalId: number): boolean;
  /** Sends the terminal its current settings. */
  settingsChanged(terminalId: number): void;
  /** Sends a command and waits for its result; null: offline, or no answer in time. */
  command(terminalId: number, action: CommandAction): Promise<CommandResult | null>;
  /** Like `command`, for any request that is answered by a result. */
  sendRequest(terminalId: number, request: Request): Promise<CommandResult | null>;
  /** Disconnects a call station whose account was logged out: it has to log in again. */
  logOut(terminalId: number): void;
  /** Lets a terminal synthesise a text; the parts of the sound file go to the sink. */
  speak: (
    terminalId: number,
    ...request: Parameters<Speeches['send']> extends [unknown, ...infer Rest] ? Rest : never
  ) => Promise<SpeechOutcome>;
  /** Call after removal from the directory: notifies the terminal and the subscribers. */
  removed(terminal: KnownTerminal): void;
  /** Connections over plain HTTP, welcomed or not. */
  overHttp(): { terminalId: number; isFound: boolean }[];
  /** Refuses all connections over plain HTTP; found ones stay listed with the reason. */
  endOverHttp(retryS: number): void;
  /** Lists a terminal that was refused since it came by plain HTTP. */
  refusedByHttp(arrival: PlainArrival): void;
  /** Tells if a listed terminal was refused since it came by plain HTTP. */
  isRefusedByHttp(foundId: number): boolean;
  /** Adds a terminal that this server reaches without a connection of its own; `online` is emitted. */
  attach(link: TerminalLink): void;
  /** Removes it; `offline` is emitted. */
  detach(terminalId: number): void;
  /** Emits `delivered`. */
  delivered(terminalId: number): void;
  /** Emits `call` of an attached terminal. */
  called(link: TerminalLink, message: CallMessage): void;
  /** Emits `status` of an attached terminal. */
  reported(terminalId: number, status: TerminalStatus): void;
  /** Counters since the start, for the metrics. */
  counts(): GatewayCounts;
  /** Closes all connections, without reporting them as offline: the server stops, not the terminals. */
  close(): void;
}
