import type { FoundTerminal } from '../../contract/entities/device.ts';
import type { Hello, Report, TerminalSettings, ToTerminal } from '../../contract/terminal.ts';

/** What the rest of the server knows of an adopted terminal that is connected now. */
export interface TerminalLink {
  readonly terminalId: number;
  readonly org: number | null;
  /** Network address it comes from. */
  readonly address: string;
  send(message: ToTerminal): void;
  /** An audio frame (contract/terminal.ts); the same bytes may go to many links. Never throws. */
  sendAudio(frame: Uint8Array): void;
  /** Bytes that the socket has not taken yet: a slow terminal is skipped, never waited for. */
  readonly bufferedBytes: number;
  /** Audio frames that were not sent because the terminal took the earlier ones too slowly. */
  readonly droppedFrames: number;
  /** The terminal's last report. */
  readonly report: Report | null;
}

export interface TerminalEvents {
  /** Welcomed; from now on `link()` finds it. */
  online(link: TerminalLink): void;
  offline(terminalId: number): void;
  report(terminalId: number, report: Report): void;
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
  readonly org: number | null;
  /** SHA-256 of the secret, hex. */
  readonly secret_hash: string;
  readonly settings: TerminalSettings;
}

/** Which terminals are adopted: kept in memory, so that thousands that return at once cost no query each. */
export interface TerminalDirectory {
  byCode(code: string): KnownTerminal | undefined;
  byId(id: number): KnownTerminal | undefined;
  /** Notes where a welcomed terminal comes from and what it can do. */
  seen(terminal: KnownTerminal, hello: Hello, address: string): void;
  /**
   * Takes a terminal into a zone by the zone's code and password (design 6).
   * @returns the terminal and its secret, or null when the zone or the password is wrong
   */
  enrol(hello: Hello, address: string): Promise<{ terminal: KnownTerminal; secret: string } | null>;
}

/** Where the found terminals are shown; the live topic `terminal_found` is one. */
export interface FoundList {
  upsert(row: FoundTerminal): void;
  remove(id: number): void;
}
