import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Administered, AdministrationView } from '../../contract/administration.ts';
import type { CallMessage } from '../../contract/call.ts';
import type { FoundTerminal } from '../../contract/entities/device.ts';
import type { TerminalKind } from '../../contract/entities/terminal.ts';
import type { KeeperMessage } from '../../contract/keeping.ts';
import type { Language } from '../../contract/language.ts';
import type { SignalReading } from '../../contract/signal.ts';
import type { FromTerminal, Hello, Report, TerminalSettings, ToTerminal } from '../../contract/terminal.ts';
import type { TerminalStatus } from '../../contract/terminalStatus.ts';
import type { UpgradeStateMessage } from '../../contract/upgrading.ts';
import type { Uplinks } from './uplinks.ts';

export type TalkMessage = Extract<FromTerminal, { type: 'talk.start' | 'talk.stop' }>;

import type { Speeches, SpeechOutcome } from './speeches.ts';

/** What the rest of the server knows of an adopted terminal that is connected now. */
export interface TerminalLink {
  readonly terminalId: number;
  readonly org: number | null;
  /** Network address it comes from. */
  readonly address: string;
  /** Of the texts that it is sent. */
  readonly language: Language;
  send(message: ToTerminal): void;
  /** An audio frame (contract/terminal.ts); the same bytes may go to many links. Never throws. */
  sendAudio(frame: Uint8Array): void;
  /** All that `send` gives it goes to the network in one go, which costs a fraction of going one by one. */
  together(send: () => void): void;
  /** Bytes that the socket has not taken yet: a slow terminal is skipped, never waited for. */
  readonly bufferedBytes: number;
  /** Audio frames that were not sent because the terminal took the earlier ones too slowly. */
  readonly droppedFrames: number;
  /** The streams that it may send up. */
  readonly uplinks: Uplinks;
  /** The terminal's last report. */
  readonly report: Report | null;
  /** How long ago that came, or the terminal itself, in time in which the server listened, ms. */
  readonly reportAgeMs: number;
}

export interface TerminalEvents {
  /** Welcomed; from now on `link()` finds it. */
  online(link: TerminalLink): void;
  offline(terminalId: number): void;
  report(terminalId: number, report: Report): void;
  /** All connections were looked at, twice a second: reports that did not come are missed now. */
  swept(): void;
  /** What a terminal says of itself beside its sound; always of its own kind. */
  status(terminalId: number, status: TerminalStatus): void;
  /** A reading of its modem. */
  signal(terminalId: number, reading: SignalReading): void;
  /** Its settings are others, and it was told so. */
  settings(link: TerminalLink): void;
  /** It asks to speak, or to stop speaking. */
  talk(link: TerminalLink, message: TalkMessage): void;
  /** It dials, answers or hangs up. */
  call(link: TerminalLink, message: CallMessage): void;
  /** It says what it keeps and what it played by itself, or wants to fetch something. */
  keep(link: TerminalLink, message: KeeperMessage): void;
  /** It says how its upgrade goes. */
  upgrade(terminalId: number, message: UpgradeStateMessage): void;
  /** It says which server it uses and how it is administered. */
  administration(terminalId: number, view: AdministrationView): void;
  /** It would play what a silent drill asks of it. */
  drill(terminalId: number, drill: number): void;
  /** It said something in a type that this server does not know. */
  unknown(terminalId: number, type: string): void;
  /** Taken out of the site: its claims end. */
  removed(terminalId: number): void;
  /** A second connection under a code was refused (design 6): addresses of who has it and who was refused. */
  duplicate(code: string, holder: string, refused: string, terminalId: number | null): void;
}

export interface TerminalGateway {
  link(terminalId: number): TerminalLink | undefined;
  links(): Iterable<TerminalLink>;
  /** Returns the function that ends the subscription. */
  subscribe(handlers: Partial<TerminalEvents>): () => void;
}

/** An adopted terminal as far as the gateway needs to know it. */
export interface KnownTerminal {
  readonly id: number;
  readonly code: string;
  readonly kind: TerminalKind;
  readonly org: number | null;
  /** SHA-256 of the secret, hex. */
  readonly secret_hash: string;
  readonly settings: TerminalSettings;
}

/** A call station that has proved its account and password. */
export interface StationLogin {
  /** Gives it a new secret, and a new proof of this login; null: password or right were taken away meanwhile. */
  admit(): Promise<{ terminal: KnownTerminal; secret: string; proof: string } | null>;
}

/** Which terminals are adopted: kept in memory, so that thousands that return at once cost no query each. */
export interface TerminalDirectory {
  byCode(code: string): KnownTerminal | undefined;
  /** The terminal whose code is this one but for capital and small letters. */
  like(code: string): KnownTerminal | undefined;
  byId(id: number): KnownTerminal | undefined;
  /** Notes where a welcomed terminal comes from and what it can do. */
  seen(terminal: KnownTerminal, hello: Hello, address: string): void;
  /**
   * Takes a terminal into a zone by the zone's code and password, or by a pairing code (design 6).
   * @returns the terminal and its secret, or null when these are wrong
   * @throws GuessedByMany where a person has to let it in
   */
  enrol(hello: Hello, address: string): Promise<{ terminal: KnownTerminal; secret: string } | null>;
  /** Whether a terminal has an account that may not be used. */
  disabled(terminal: KnownTerminal): boolean;
  /** Whether a terminal can prove itself by a password. */
  hasPassword(terminal: KnownTerminal): boolean;
  /** Voids the secret that a station logged in with, if it is still that account's. */
  logOut(left: NonNullable<Hello['left']>, address: string): Promise<void>;
  /** @returns null when account or password are wrong @throws AppError 429 after too many wrong ones */
  logIn(hello: Hello, password: string, address: string): Promise<StationLogin | null>;
}

/** Where the found terminals are shown; the live topic `terminal_found` is one. */
export interface FoundList {
  upsert(row: FoundTerminal): void;
  remove(id: number): void;
}

export type RefusalCode = Extract<ToTerminal, { type: 'refused' }>['code'];
export type CommandResult = Extract<FromTerminal, { type: 'result' }>;

export interface GatewayTally {
  refusals: Map<RefusalCode, number>;
  /** Messages of welcomed terminals in types that are not known. */
  unknownMessages: number;
  /** Audio frames not sent because a terminal took the earlier ones too slowly. */
  droppedFrames: number;
}

/** What a terminal answers with `result`, without its number. */
type Numberless<T> = T extends unknown ? Omit<T, 'request'> : never;
export type Request = Numberless<Extract<ToTerminal, { type: 'command' | Administered['type'] }>>;
export type CommandAction = Extract<ToTerminal, { type: 'command' }>['action'];

/** The whole gateway; other parts of the server see the narrower `TerminalGateway`. */
export interface Gateway extends TerminalGateway {
  /** Takes over a socket that was just opened at /v1/terminal. */
  accept(socket: WebSocket, raw: Socket, peer: { address: string; language: Language }): void;
  /** What a found terminal said of itself; undefined when it is no longer waiting. */
  foundHello(foundId: number): { hello: Hello; address: string } | undefined;
  /** Tells a found terminal that it is adopted; false when it is no longer there. */
  adopted(foundId: number, terminal: KnownTerminal, secret: string): boolean;
  /** Sends a found terminal away; false when it is no longer there. */
  refuse(foundId: number): boolean;
  /** Sends the terminal its settings as the directory has them now. */
  settingsChanged(terminalId: number): void;
  /** Sends a command and waits for its result; null: not there, or no answer in time. */
  command(terminalId: number, action: CommandAction): Promise<CommandResult | null>;
  /** The same for anything else that is answered so. */
  ask(terminalId: number, asked: Request): Promise<CommandResult | null>;
  /** Ends the connection of a call station whose account says so: it has to log in anew. */
  logOut(terminalId: number): void;
  /** Has a terminal speak a text; the parts of the sound file go to the sink. */
  speak: (
    terminalId: number,
    ...request: Parameters<Speeches['send']> extends [unknown, ...infer Rest] ? Rest : never
  ) => Promise<SpeechOutcome>;
  /** After it left the directory: tells the terminal, and everybody who must let go of it. */
  removed(terminal: KnownTerminal): void;
  /** What has happened since the start, for the metrics. */
  tally(): GatewayTally;
  /** Ends all connections. They are not reported as offline: the server stops, not they. */
  close(): void;
}
