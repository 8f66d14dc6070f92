import type { Session } from '../../protocol/session.ts';
import type { TerminalLog } from './terminalLog.ts';

/** Remotely configured settings, stored over restarts. */
export interface Kept {
  /** Server that replaces the one of the command line. */
  server?: string;
  /** Previous server while the new one has not answered; empty: the one of the command line. */
  before?: string;
  /** New server that did not answer. */
  failed?: string;
  /** Remote-management server; an empty host: the server of the terminal. */
  remote?: { host: string; port: number; agreed: boolean };
}

export interface AdministrationStore {
  get(): Kept;
  set(kept: Kept): void;
}

/** Consent to remote administration: ask at the terminal, always, or only when forced. */
export type Consent = 'ask' | 'yes' | 'no';

export interface AdministrationOptions {
  /** Server of the command line. */
  server: string;
  store: AdministrationStore;
  consent: Consent;
  /** Monotonic clock, µs. */
  now(): number;
  session(): Session;
  restart(): void;
  /** State that remote administration reads. */
  notes: TerminalLog;
  /** Shows a text to the person at the terminal. */
  log?(text: string): void;
  /** Time within which a new server must answer, µs; for tests. */
  trialUs?: number;
}
