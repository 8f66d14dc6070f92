import type { Report, ToTerminal } from '../../contract/terminal.ts';

/** What the rest of the server knows of an adopted terminal that is connected now. */
export interface TerminalLink {
  readonly terminalId: number;
  readonly org: number | null;
  send(message: ToTerminal): void;
  /** An audio frame (contract/terminal.ts); the same bytes may go to many links. Never throws. */
  sendAudio(frame: Uint8Array): void;
  /** Bytes that the socket has not taken yet: a slow terminal is skipped, never waited for. */
  readonly bufferedBytes: number;
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
}

export interface TerminalGateway {
  link(terminalId: number): TerminalLink | undefined;
  links(): Iterable<TerminalLink>;
  /** Returns the function that ends the subscription. */
  subscribe(handlers: Partial<TerminalEvents>): () => void;
}
