import { hostname } from 'node:os';
import type { Administered, AdministrationView } from '../../contract/administration.ts';
import type { Session } from '../core/session.ts';
import { RemoteLink } from './remoteLink.ts';

/** What was set from afar, kept over restarts. */
export interface Kept {
  /** The server in place of the one that the program was started with. */
  server?: string;
  /** The one before it, while the new one has not answered yet; empty: the one of the start. */
  before?: string;
  /** A new one that did not answer. */
  failed?: string;
  remote?: { host: string; port: number; agreed: boolean };
}

export interface AdministrationStore {
  get(): Kept;
  set(kept: Kept): void;
}

/** Whether somebody here lets others administer this terminal: asks them, always, or only when forced. */
export type Consent = 'ask' | 'yes' | 'no';

export interface AdministrationOptions {
  /** Of the start. */
  server: string;
  store: AdministrationStore;
  consent: Consent;
  /** Monotonic, µs. */
  now(): number;
  session(): Session;
  restart(): void;
  /** Asks whoever stands at the terminal. */
  say?(text: string): void;
  /** A new server has to answer within this, µs; for tests. */
  trialUs?: number;
}

/** As long as a server takes to start, with something to spare. */
const TRIAL_US = 60_000_000;

/**
 * Server parameters and remote administration of a headless terminal (docs/terminal-protocol.md, "Administration"): which
 * server it uses from now on, back to the old one if the new one does not answer, and a connection to a
 * remote-management server.
 */
export class Administration {
  private readonly options: AdministrationOptions;
  private readonly remote: RemoteLink;
  /** Since when the new server is tried, µs. */
  private trialFrom: number | null = null;
  private said = '';

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

  /** To be called once the session is there. */
  start(): void {
    const { before, remote } = this.kept;
    // It was stopped while it tried the new server: the time begins anew.
    if (before !== undefined) this.trialFrom = this.options.now();
    if (remote?.agreed === true) this.remote.open(remote);
  }

  take(message: Administered): void {
    const { request } = message;
    const refusal = message.type === 'server.set' ? this.move(message.server) : this.setRemote(message);
    this.session.tell({
      type: 'result',
      request,
      ok: refusal === null,
      ...(refusal === null ? {} : { message: refusal }),
    });
    // After its answer, which goes to the server that asked.
    if (message.type === 'server.set' && refusal === null && this.trialFrom !== null) this.session.restart();
    this.follow();
  }

  /** Somebody at the terminal agrees or does not; false: nobody has asked. */
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

  /** Looks whether a new server has answered, and tells the server what has changed. */
  follow(): void {
    const { phase } = this.session;
    if (this.trialFrom !== null) {
      if (phase === 'welcomed' || phase === 'found') this.settle();
      else if (this.options.now() - this.trialFrom > (this.options.trialUs ?? TRIAL_US)) this.goBack();
    }
    if (phase !== 'welcomed') {
      this.said = '';
      return;
    }
    const view = this.view();
    const text = JSON.stringify(view);
    if (text === this.said) return;
    this.said = text;
    this.session.tell({ type: 'administration', ...view });
  }

  /** Often: a new server that does not answer says nothing that would wake anybody. */
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

  /** Why it does not move to another server; null: it does. */
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
    const { consent, say } = this.options;
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
    else say?.(`${host}:${port} is to administer this terminal: "remote yes" agrees, "remote no" does not`);
    return null;
  }
}
