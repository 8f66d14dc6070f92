import type { SiteFromRelay } from '../../../contract/protocol/relayLink.ts';
import { type ToldLine, toldRest } from '../../../contract/protocol/relaySite.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { RelayLink, SiteSession } from '../../site/relays/relays.types.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { AlarmsAtRelays } from '../emergency/emergency.types.ts';
import type { StoredInputs } from '../emergency/machine/fireInputs.ts';
import type { Journal } from '../journal/journal.ts';
import type { ProgrammeDigests } from '../offline/programmeDigests.ts';
import { type AlarmAtRelay, mergeAlarms } from './mergeAlarms.ts';
import { asideOf } from './putAside.ts';
import { readSound } from './readSound.ts';
import type { MadePlan, SitePlans } from './sitePlan.ts';
import { takeLines } from './takeLines.ts';
import { readAlarm } from './toldPart.ts';

/** Intervals of looking for changes of the state and of the plan, ms. */
const STATE_MS = 100;
const PLAN_MS = 2_000;

export interface RelaySiteDeps {
  zones: Pick<Zones, 'subtree'>;
  directory: Pick<Directory, 'byId'>;
  gateway: Pick<TerminalGateway, 'link'>;
  clock: Pick<MediaClock, 'term'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  alarms: AlarmsAtRelays;
  plans: SitePlans;
  hashes: Pick<ProgrammeDigests, 'file'>;
  /** Takes active inputs by terminal for the other parts that inputs set off. */
  takeInputs(active: StoredInputs): void;
  played(run: NonNullable<ToldLine['played']>): void;
  volume(change: NonNullable<ToldLine['volume']>): void;
  /** Gives a relay ids that nothing else has. */
  giveIds(): Promise<NonNullable<RelayLink['ids']>>;
  wall(): number;
  log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

/** Session of one connected relay: tells it what it stores, and takes what happened while its line was cut. */
export class RelaySite implements SiteSession {
  readonly #deps: RelaySiteDeps;
  readonly #link: RelayLink;
  readonly #timers: NodeJS.Timeout[];
  /** Last line of the relay that outlives this process. */
  #safe: number;
  #state = '';
  #fingerprint = '';
  #plan: MadePlan | null = null;
  /** Revision that the relay has; undefined: it has not said so. */
  #held: string | null | undefined;
  #working = false;
  /** True once its alarms and inputs were taken on this connection. */
  #isMerged = false;
  #isOver = false;

  constructor(deps: RelaySiteDeps, link: RelayLink) {
    this.#deps = deps;
    this.#link = link;
    this.#safe = link.told;
    this.#sendState();
    this.#timers = [
      setInterval(() => this.#sendState(), STATE_MS).unref(),
      setInterval(() => this.#lookAtPlan(), PLAN_MS).unref(),
    ];
    this.#lookAtPlan();
  }

  take(message: SiteFromRelay): void {
    if (message.type === 'site.have') {
      this.#held = message.revision;
      this.#sendPlan();
    } else if (message.type === 'site.want') void this.#sendSound(message.item, message.offset);
    else void this.#told(message);
  }

  ended(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Sends the running alarms of its zone and the active inputs there, when they have changed. */
  #sendState(): void {
    const { zones, alarms, clock } = this.#deps;
    const zone = zones.subtree([this.#link.org]);
    const isHere = (orgs: readonly number[] | null) => orgs === null || orgs.some((org) => zone.has(org));
    const running = [...alarms.alarms.all()].flatMap(({ row }) => (isHere(row.orgs) ? [{ ...row }] : []));
    const { term } = clock;
    const state = { term, told: this.#safe, alarms: running, inputs: alarms.activeInputs() };
    const text = JSON.stringify(state);
    if (text === this.#state) return;
    // Compared once, before the relay tells what happened.
    const isFirst = this.#state === '';
    this.#state = text;
    const ended = isFirst ? [...alarms.ended()] : [];
    const over = ended.flatMap((row) => (row.input_nums.length > 0 && isHere(row.orgs) ? [{ ...row }] : []));
    this.#link.send({ type: 'site.state', ...state, over });
  }

  #lookAtPlan(): void {
    const { plans, log } = this.#deps;
    const print = plans.fingerprint(this.#link);
    if (print === this.#fingerprint || this.#working) return;
    this.#working = true;
    this.#makePlan()
      .then(() => {
        this.#fingerprint = print;
      })
      .catch((err: unknown) => {
        if (!this.#isOver) log.error({ err, relay: this.#link.name }, 'the plan of a relay cannot be made');
      })
      .finally(() => {
        this.#working = false;
      });
  }

  async #makePlan(): Promise<void> {
    this.#link.ids ??= await this.#deps.giveIds();
    if (this.#link.ids === null) return;
    this.#plan = await this.#deps.plans.make(this.#link, this.#link.ids);
    this.#sendPlan();
  }

  #sendPlan(): void {
    if (this.#plan === null || this.#held === undefined || this.#isOver) return;
    const { revision, plan } = this.#plan;
    if (this.#held === revision) return;
    this.#held = revision;
    this.#link.send({ type: 'site.plan', revision, plan: { ...plan } });
  }

  async #sendSound(item: string, offset: number): Promise<void> {
    const plan = this.#plan?.plan;
    const part = await readSound({ plan, ...this.#deps }, item, offset).catch(() => new Uint8Array());
    if (!this.#isOver) this.#link.sendSound(offset, part);
  }

  async #told({ lines, rest }: Extract<SiteFromRelay, { type: 'site.told' }>): Promise<void> {
    const { alarms, log } = this.#deps;
    try {
      const isNew = lines.some(({ seq }) => seq > this.#link.told);
      const told = { ...this.#deps, alarms: alarms.alarms, isHere: this.#isHere() };
      const safe = takeLines(told, this.#link, lines);
      // Told again without new lines, it is older than what has happened here since.
      if (rest != null && (isNew || !this.#isMerged)) this.#merge(rest);
      // The relay forgets its alarms with its lines, so it must know before that they go on.
      this.#sendState();
      await safe;
      this.#safe = this.#link.told;
      this.#link.send({ type: 'site.taken', told: this.#safe, rest: rest != null });
    } catch (err) {
      log.warn({ err, relay: this.#link.name }, 'what a relay tells is not taken');
    }
  }

  #merge(told: unknown): void {
    const { alarms, wall } = this.#deps;
    const { name, ids } = this.#link;
    this.#isMerged = true;
    const rest = this.#valid(told, () => toldRest.parse(told));
    if (rest === undefined) return;
    const inputs = this.#inputsHere(rest.inputs);
    alarms.takeInputs(inputs);
    this.#deps.takeInputs(inputs);
    const list = rest.alarms.flatMap((one): AlarmAtRelay[] => {
      const read = this.#valid(one, () => readAlarm(one, ids));
      return read === undefined ? [] : [read];
    });
    mergeAlarms({ ...alarms, relay: name, wall, isHere: this.#isHere() }, list);
  }

  /** Reads something that was told; puts it aside if it is not valid. */
  #valid<T>(told: unknown, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      const { id: relay, told: seq } = this.#link;
      const aside = asideOf(this.#deps, this.#link, told, error);
      this.#deps.journal.add('site', { told: [{ relay, seq, aside }] });
      return undefined;
    }
  }

  /** Inputs of terminals of its zone that the server does not hear itself already. */
  #inputsHere(inputs: Record<string, number[]>): Record<string, number[]> {
    const { gateway } = this.#deps;
    const isHere = this.#isHere();
    return Object.fromEntries(
      Object.entries(inputs).filter(([id]) => isHere(Number(id)) && gateway.link(Number(id)) === undefined),
    );
  }

  /** Tells if a terminal is in its zone. */
  #isHere(): (terminal: number) => boolean {
    const { zones, directory } = this.#deps;
    const zone = zones.subtree([this.#link.org]);
    return (id) => {
      const org = directory.byId(id)?.org ?? null;
      return org !== null && zone.has(org);
    };
  }
}
