import { hostname } from 'node:os';
import type { Administered, AdministrationView } from '../../contract/api/administration.ts';
import type { Session } from '../protocol/session.ts';
import { RemoteLink } from './remoteLink.ts';

/** Remotely configured settings, stored over restarts. */
export interface Kept {
  /** Server that replaces the one of the command line. */
  server?: string;
  /** Previous server while the new one has not answered; empty: the one of the command line. */
  before?: string;
  /** New server that did not answer. */
  failed?: string;
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
  /** Shows a text to the person at the terminal. */
  log?(text: string): void;
  /** Time within which a new server must answer, µs; for tests. */
  trialUs?: number;
}

/** Start time of a server plus a margin, µs. */
const TRIAL_US = 60_000_000;

/**
 * Server parameters and remote administration of a headless terminal (docs/protocols/terminal-protocol.md, "Administration"):
 * changes the server, with a return to the old one if the new one does not answer, and connects to a
 * remote-management server.
 */
export class Administration {
  private readonly options: AdministrationOptions;
  private readonly remote: RemoteLink;
  /** Start of the trial of the new server, µs. */
  private trialFrom: number | null = null;
  private lastStatus = '';

  constructor(options: AdministrationOptions) {
    this.options = options;
    this.remote = new RemoteLink({
      changed: () => this.follow(),
      network: () => ({ host: hostname(), server: this.server, phase: this.session.phase }),
      restart: options.restart,
    });
  }

  get server(): string {
    return this.kept.server ?? this.options.server;
  }

  /** Starts once the session exists. */
  start(): void {
    const { before, remote } = this.kept;
    // Stopped during the trial of a new server: the trial restarts.
    if (before !== undefined) this.trialFrom = this.options.now();
    if (remote?.agreed === true) this.remote.open(remote);
  }

  take(message: Administered): void {
    const { request } = message;
    const refusal = message.type === 'server.set' ? this.move(message.server) : this.setRemote(message);
    this.session.sendMessage({
      type: 'result',
      request,
      ok: refusal === null,
      ...(refusal === null ? {} : { message: refusal }),
    });
    // Restarts after the answer to the requesting server.
    if (message.type === 'server.set' && refusal === null && this.trialFrom !== null) this.session.restart();
    this.follow();
  }

  /** Takes the decision of the person at the terminal; false: no request is pending. */
  answer(agrees: boolean): boolean {
    const { remote } = this.kept;
    if (remote === undefined || remote.agreed) return false;
    if (agrees) {
      this.keep({ remote: { ...remote, agreed: true } });
      this.remote.open(remote);
    } else this.keep({ remote: undefined });
    this.follow();
    return true;
  }

  /** Checks whether a new server has answered, and reports changes to the server. */
  follow(): void {
    const { phase } = this.session;
    if (this.trialFrom !== null) {
      if (phase === 'welcomed' || phase === 'found') this.settle();
      else if (this.options.now() - this.trialFrom > (this.options.trialUs ?? TRIAL_US)) this.goBack();
    }
    if (phase !== 'welcomed') {
      this.lastStatus = '';
      return;
    }
    const view = this.view();
    const text = JSON.stringify(view);
    if (text === this.lastStatus) return;
    this.lastStatus = text;
    this.session.sendMessage({ type: 'administration', ...view });
  }

  /** Ends an unanswered trial; called periodically because no event tells of it. */
  tick(): void {
    if (this.trialFrom !== null) this.follow();
  }

  view(): AdministrationView {
    const { remote, failed } = this.kept;
    const state =
      remote === undefined
        ? 'off'
        : !remote.agreed
          ? 'asking'
          : this.remote.isUp
            ? 'connected'
            : 'connecting';
    return {
      server: this.server,
      failed: failed ?? null,
      remote: { state, at: remote === undefined ? '' : `${remote.host}:${remote.port}` },
    };
  }

  stop(): void {
    this.remote.close();
  }

  private get session(): Session {
    return this.options.session();
  }

  private get kept(): Kept {
    return this.options.store.get();
  }

  private keep(changes: { [K in keyof Kept]: Kept[K] | undefined }): void {
    const all = Object.entries({ ...this.kept, ...changes }).filter(([, value]) => value !== undefined);
    this.options.store.set(Object.fromEntries(all) as Kept);
  }

  /** Moves to another server; returns the reason of a refusal, or null. */
  private move(server: string): string | null {
    if (this.session.present().stream !== null) return 'it is playing: stop that first';
    if (new URL(server).href === new URL(this.server).href) {
      this.keep({ failed: undefined });
      return null;
    }
    this.keep({ before: this.kept.server ?? '', server, failed: undefined });
    this.trialFrom = this.options.now();
    return null;
  }

  private settle(): void {
    this.trialFrom = null;
    this.keep({ before: undefined });
  }

  private goBack(): void {
    this.trialFrom = null;
    const { before, server } = this.kept;
    this.keep({ server: before === '' ? undefined : before, before: undefined, failed: server });
    this.session.retry();
  }

  private setRemote({
    on,
    host,
    port,
    force,
  }: Extract<Administered, { type: 'buffalo.set' }>): string | null {
    const { consent, log } = this.options;
    if (!on) {
      this.remote.close();
      this.keep({ remote: undefined });
      return null;
    }
    const agreed = force || consent === 'yes';
    if (!agreed && consent === 'no')
      return 'nobody at the terminal has agreed: start it with --remote yes or ask, or force it';
    this.remote.close();
    this.keep({ remote: { host, port, agreed } });
    if (agreed) this.remote.open({ host, port });
    else log?.(`${host}:${port} is to administer this terminal: "remote yes" agrees, "remote no" does not`);
    return null;
  }
}
