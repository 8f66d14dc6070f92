import { toLanguage } from '../../contract/language.ts';
import type { FromRelay, SiteToRelay } from '../../contract/protocol/relayLink.ts';
import type { AlarmRow } from '../../server/air/emergency/journal/alarm.repository.ts';
import type { StoredInputs } from '../../server/air/emergency/machine/fireInputs.ts';
import { createPreloadedSounds } from '../../server/air/engine/preloadedSounds.ts';
import type { SitePerson, SitePlan } from '../../server/air/relaySites/sitePlan.types.ts';
import { refusePlain } from '../../server/site/relays/line/relaySession.ts';
import type { TerminalWire } from '../../server/site/terminals/gateway/wire/terminalWire.types.ts';
import type { RelayClock } from '../server/relayClock.ts';
import type { Arrival } from '../terminals/terminalAtRelay.ts';
import { inMessages } from './inMessages.ts';
import { LocalSite } from './localSite.ts';
import { siteClock } from './siteClock.ts';
import type { SiteControls } from './siteControls.ts';
import { SiteIds } from './siteIds.ts';
import { SiteJournal } from './siteJournal.ts';
import { SiteStore } from './siteStore.ts';
import { SoundFetcher } from './soundFetcher.ts';

/** Interval of noting that the line is up, and of looking whether accounts have expired; a day, ms. */
const SEE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Time for which terminals wait until the server has taken what happened, and interval of telling it again, ms. */
const SETTLE_MS = 3_000;
const AGAIN_MS = 5_000;

export interface SiteFallbackDeps {
  dataDir: string;
  clock: RelayClock;
  line: { send(message: FromRelay): void; readonly isHttpsOnly: boolean };
  /** Called when the terminals can be given to the server. */
  settled(): void;
  log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
    info(details: object, message: string): void;
  };
}

/** Keeps what this relay needs without its line, serves its terminals then, and tells the server afterwards. */
export class SiteFallback {
  readonly #deps: SiteFallbackDeps;
  readonly #store: SiteStore;
  readonly #journal: SiteJournal;
  readonly #ids: SiteIds;
  readonly #fetcher: SoundFetcher;
  readonly #sounds = createPreloadedSounds();
  #local: LocalSite | null = null;
  /** Active inputs that the server is to be told; null: it knows them. */
  #inputs: StoredInputs | null = null;
  #isUp = false;
  /** Number of the connection: the line may be lost and come back while the terminals are handed over. */
  #connection = 0;
  #hasState = false;
  /** Alarms that are over at the server, as it has said first. */
  #over: readonly AlarmRow[] = [];
  #isSettled = false;
  /** True once the site here is closed, so that its journal is complete. */
  #isHandedOver = false;
  #timers: NodeJS.Timeout[] = [];
  readonly #expiry: NodeJS.Timeout;

  private constructor(deps: SiteFallbackDeps, store: SiteStore, journal: SiteJournal) {
    this.#deps = deps;
    this.#store = store;
    this.#journal = journal;
    this.#inputs = journal.activeInputs;
    this.#ids = new SiteIds(deps.dataDir, () => store.plan?.plan.ids ?? null, deps.log);
    this.#fetcher = new SoundFetcher({ store, send: (message) => deps.line.send(message), log: deps.log });
    this.#expiry = setInterval(() => this.#forgetExpired(), SEE_MS).unref();
    this.#forgetExpired();
  }

  static async open(deps: SiteFallbackDeps): Promise<SiteFallback> {
    const store = new SiteStore(deps.dataDir, deps.log);
    return new SiteFallback(deps, store, await SiteJournal.open(deps.dataDir, store.state.told, deps.log));
  }

  /** True once the server has taken what happened here: terminals can be given to it. */
  get isSettled(): boolean {
    return this.#isSettled;
  }
  /** True while terminals are served without the server. */
  get isServing(): boolean {
    return this.#local !== null;
  }

  /** State and actions of the site here; null: the server serves it, or there is no plan. */
  get controls(): SiteControls | null {
    return this.#local?.controls ?? null;
  }
  /** Persons that may log in now; null: the line has been cut for too long. */
  get people(): readonly SitePerson[] | null {
    return this.#isExpired ? null : (this.#store.plan?.plan.people ?? []);
  }

  get #isExpired(): boolean {
    const { offlineDays = 0 } = this.#store.plan?.plan ?? {};
    return !this.#isUp && Date.now() - this.#store.seenAtMs > offlineDays * DAY_MS;
  }

  /** Removes the hashes of accounts that may not log in any more. */
  #forgetExpired(): void {
    if (this.#isExpired) this.#store.forgetPeople();
  }

  accept(wire: TerminalWire, arrival: Arrival): void {
    if (this.#deps.line.isHttpsOnly && !arrival.secure) refusePlain(wire, toLanguage(arrival.language));
    else this.#local?.accept(wire, arrival);
  }

  /** The line is up: hands the terminals over to the server. */
  async up(): Promise<void> {
    this.#isUp = true;
    const connection = ++this.#connection;
    const local = this.#local;
    this.#local = null;
    if (local !== null) {
      this.#inputs = local.inputs;
      await local.close();
    }
    if (!this.#isUp || connection !== this.#connection) return;
    this.#store.see(Date.now());
    this.#timers = [
      setInterval(() => this.#store.see(Date.now()), SEE_MS),
      setTimeout(() => this.#settle(), SETTLE_MS),
      setInterval(() => {
        if (this.#inputs !== null || this.#journal.lines.length > 0) this.#tell();
      }, AGAIN_MS),
    ];
    this.#isHandedOver = true;
    if (this.#hasState) this.#begin();
  }

  /** The line is lost, or was never there: serves the terminals, if it has a plan. */
  down(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#isUp = this.#hasState = this.#isSettled = this.#isHandedOver = false;
    this.#fetcher.stop();
    const plan = this.#store.plan?.plan;
    if (plan === undefined || this.#local !== null) return;
    const { clock, log } = this.#deps;
    const { state } = this.#store;
    this.#local = new LocalSite({
      ...{ plan, store: this.#store, journal: this.#journal, ids: this.#ids, sounds: this.#sounds, log },
      clock: siteClock(clock, state.term),
      inputs: { ...state.inputs, ...this.#inputs },
    });
    log.warn({ plans: plan.plans.length }, 'the terminals are served without the server');
  }

  take(message: SiteToRelay): void {
    if (message.type === 'site.state') {
      const { type: _, over, ...state } = message;
      this.#store.putState({ ...state, alarms: state.alarms as unknown as AlarmRow[] });
      this.#journal.taken(state.told);
      if (this.#hasState) return;
      this.#hasState = true;
      this.#over = over as unknown as AlarmRow[];
      if (this.#isHandedOver) this.#begin();
    } else if (message.type === 'site.plan') {
      const { revision } = message;
      this.#store.putPlan({ revision, plan: message.plan as unknown as SitePlan });
      this.#fetcher.start();
    } else {
      this.#journal.taken(message.told);
      if (!message.rest) return;
      this.#inputs = null;
      this.#settle();
    }
  }

  /** Takes a part of a sound. */
  sound(offset: number, part: Uint8Array): void {
    this.#fetcher.take(offset, part);
  }

  async close(): Promise<void> {
    clearInterval(this.#expiry);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#fetcher.stop();
    await this.#local?.close();
    await this.#store.written();
    await this.#journal.close();
  }

  /** The server is there and has sent its state. */
  #begin(): void {
    const isUnited = this.#journal.unite([...this.#store.state.alarms, ...this.#over]);
    if (this.#inputs === null && this.#journal.lines.length === 0) this.#settle();
    else if (isUnited) void this.#tellSafely(this.#connection);
    else this.#tell();
    this.#deps.line.send({ type: 'site.have', revision: this.#store.plan?.revision ?? null });
    this.#fetcher.start();
  }

  #settle(): void {
    if (this.#isSettled || !this.#isUp) return;
    this.#isSettled = true;
    this.#deps.settled();
  }

  /** Tells what happened once the journal is on the disk, so that it is told in the same way after a restart. */
  async #tellSafely(connection: number): Promise<void> {
    await this.#journal.safe();
    if (this.#isUp && connection === this.#connection) this.#tell();
  }

  #tell(): void {
    const alarms = this.#journal.alarms.map(({ row, continued }) => ({ row: { ...row }, continued }));
    const inputs = this.#inputs ?? this.#store.state.inputs;
    const messages = inMessages(this.#journal.lines);
    messages.forEach((lines, at) => {
      const rest = at === messages.length - 1 ? { alarms, inputs } : null;
      this.#deps.line.send({ type: 'site.told', lines, rest });
    });
  }
}
