import type { Administered, AdministrationView } from '../../../contract/api/administration.ts';
import type { Session } from '../../protocol/session.ts';
import type { AdministrationOptions, Kept } from './administrationTypes.ts';
import { networkState } from './networkState.ts';
import { answerOwnServer } from './ownServer.ts';
import { RemoteLink } from './remoteLink.ts';

/** Start time of a server plus a margin, µs. */
const TRIAL_US = 60_000_000;

/**
 * Server parameters and remote administration of a headless terminal (docs/protocols/terminal-protocol.md, "Administration"):
 * changes the server, with a return to the old one if the new one does not answer, connects to a
 * remote-management server, or answers the requests of its own server.
 */
export class Administration {
  readonly #options: AdministrationOptions;
  readonly #remote: RemoteLink;
  /** Start of the trial of the new server, µs. */
  #trialFrom: number | null = null;
  #lastStatus = '';

  constructor(options: AdministrationOptions) {
    this.#options = options;
    this.#remote = new RemoteLink({
      changed: () => this.follow(),
      network: () => networkState(this.server),
      phase: () => this.#session.phase,
      notes: options.notes,
      restart: options.restart,
    });
  }

  get server(): string {
    return this.#kept.server ?? this.#options.server;
  }

  /** Starts once the session exists. */
  start(): void {
    const { before, remote } = this.#kept;
    // Stopped during the trial of a new server: the trial restarts.
    if (before !== undefined) this.#trialFrom = this.#options.now();
    if (remote?.agreed === true) this.#openRemote(remote);
  }

  take(message: Administered): void {
    const { request } = message;
    if (message.type === 'remote.ask') {
      this.#answerRequest(message);
      return;
    }
    const refusal = message.type === 'server.set' ? this.#move(message.server) : this.#setRemote(message);
    this.#session.sendMessage({
      type: 'result',
      request,
      ok: refusal === null,
      ...(refusal === null ? {} : { message: refusal }),
    });
    // Restarts after the answer to the requesting server.
    if (message.type === 'server.set' && refusal === null && this.#trialFrom !== null)
      this.#session.restart();
    this.follow();
  }

  /** Takes the decision of the person at the terminal; false: no request is pending. */
  answer(agrees: boolean): boolean {
    const { remote } = this.#kept;
    if (remote === undefined || remote.agreed) return false;
    if (agrees) {
      this.#keep({ remote: { ...remote, agreed: true } });
      this.#openRemote(remote);
    } else this.#keep({ remote: undefined });
    this.follow();
    return true;
  }

  /** Checks whether a new server has answered, and reports changes to the server. */
  follow(): void {
    const { phase } = this.#session;
    if (this.#trialFrom !== null) {
      if (phase === 'welcomed' || phase === 'found') this.#settle();
      else if (this.#options.now() - this.#trialFrom > (this.#options.trialUs ?? TRIAL_US)) this.#goBack();
    }
    if (phase !== 'welcomed') {
      this.#lastStatus = '';
      return;
    }
    const view = this.view();
    const text = JSON.stringify(view);
    if (text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.#session.sendMessage({ type: 'administration', ...view });
  }

  /** Ends an unanswered trial; called periodically because no event tells of it. */
  tick(): void {
    if (this.#trialFrom !== null) this.follow();
  }

  view(): AdministrationView {
    const { remote, failed } = this.#kept;
    const state =
      remote === undefined
        ? 'off'
        : !remote.agreed
          ? 'asking'
          : remote.host === '' || this.#remote.isUp
            ? 'connected'
            : 'connecting';
    return {
      server: this.server,
      failed: failed ?? null,
      remote: { state, at: placeOf(remote) },
    };
  }

  stop(): void {
    this.#remote.close();
  }

  get #session(): Session {
    return this.#options.session();
  }

  get #kept(): Kept {
    return this.#options.store.get();
  }

  #keep(changes: { [K in keyof Kept]: Kept[K] | undefined }): void {
    const all = Object.entries({ ...this.#kept, ...changes }).filter(([, value]) => value !== undefined);
    this.#options.store.set(Object.fromEntries(all) as Kept);
  }

  /** Moves to another server; returns the reason of a refusal, or null. */
  #move(server: string): string | null {
    if (this.#session.present().stream !== null) return 'it is playing: stop that first';
    if (new URL(server).href === new URL(this.server).href) {
      this.#keep({ failed: undefined });
      return null;
    }
    this.#keep({ before: this.#kept.server ?? '', server, failed: undefined });
    this.#trialFrom = this.#options.now();
    return null;
  }

  #settle(): void {
    this.#trialFrom = null;
    const { remote } = this.#kept;
    // Consent was given to the previous server.
    this.#keep({ before: undefined, remote: remote?.host === '' ? undefined : remote });
  }

  /** Answers a request of this terminal's own server. */
  #answerRequest({ request, what }: Extract<Administered, { type: 'remote.ask' }>): void {
    const { notes, restart } = this.#options;
    const answer = answerOwnServer(what, { remote: this.#kept.remote, server: this.server, notes });
    this.#session.sendMessage({ type: 'result', request, ...answer });
    if (!answer.ok || what !== 'restart') return;
    notes.note('restarted by remote administration');
    restart();
  }

  /** Its own server needs no further connection. */
  #openRemote(remote: { host: string; port: number }): void {
    if (remote.host !== '') this.#remote.open(remote);
  }

  #goBack(): void {
    this.#trialFrom = null;
    const { before, server } = this.#kept;
    this.#keep({ server: before === '' ? undefined : before, before: undefined, failed: server });
    this.#session.retry();
  }

  #setRemote({ on, host, port, force }: Extract<Administered, { type: 'buffalo.set' }>): string | null {
    const { consent, log } = this.#options;
    if (!on) {
      this.#remote.close();
      this.#keep({ remote: undefined });
      return null;
    }
    const agreed = force || consent === 'yes';
    if (!agreed && consent === 'no')
      return 'nobody at the terminal has agreed: start it with --remote yes or ask, or force it';
    this.#remote.close();
    this.#keep({ remote: { host, port, agreed } });
    if (agreed) this.#openRemote({ host, port });
    else
      log?.(
        `${placeOf({ host, port }) || this.server} is to administer this terminal: "remote yes" agrees, "remote no" does not`,
      );
    return null;
  }
}

/** A remote-management server as `host:port`; empty: none, or the terminal's own server. */
function placeOf(remote: { host: string; port: number } | undefined): string {
  return remote === undefined || remote.host === '' ? '' : `${remote.host}:${remote.port}`;
}
