import { open } from 'node:fs/promises';
import type { SiteFromRelay } from '../../../contract/protocol/relayLink.ts';
import { SOUND_PART_BYTES, type ToldLine } from '../../../contract/protocol/relaySite.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { RelayLink, SiteSession } from '../../site/relays/relays.types.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { AlarmsAtRelays } from '../emergency/emergency.types.ts';
import type { Journal } from '../journal/journal.ts';
import type { ProgrammeDigests } from '../offline/programmeDigests.ts';
import { mergeAlarms } from './mergeAlarms.ts';
import type { MadePlan, SitePlans } from './sitePlan.ts';
import { takeLines } from './takeLines.ts';
import { readAlarms } from './toldPart.ts';

/** Intervals of looking for changes of the state and of the plan, ms. */
const STATE_MS = 100;
const PLAN_MS = 2_000;

export interface RelaySiteDeps {
  zones: Pick<Zones, 'subtree'>;
  directory: Pick<Directory, 'byId'>;
  clock: Pick<MediaClock, 'term'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  alarms: AlarmsAtRelays;
  plans: SitePlans;
  hashes: Pick<ProgrammeDigests, 'file'>;
  played(run: NonNullable<ToldLine['played']>): void;
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
    this.#state = text;
    this.#link.send({ type: 'site.state', ...state });
  }

  #lookAtPlan(): void {
    const { plans, log } = this.#deps;
    const print = plans.fingerprint(this.#link.org);
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
    this.#plan = await this.#deps.plans.make(this.#link.org, this.#link.ids);
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
    const part = await this.#read(item, offset).catch(() => new Uint8Array());
    if (!this.#isOver) this.#link.sendSound(offset, part);
  }

  async #read(item: string, offset: number): Promise<Uint8Array> {
    const plan = this.#plan?.plan;
    const items = [
      ...[plan?.fallback, ...(plan?.linkages ?? []).map(({ round }) => round)],
      ...(plan?.tasks ?? []).flatMap(({ items: own }) => own),
    ];
    const known = items.some((one) => one?.id === item) ? this.#deps.hashes.file(item) : undefined;
    if (known === undefined) return new Uint8Array();
    const file = await open(known.file, 'r');
    try {
      const buffer = new Uint8Array(SOUND_PART_BYTES);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async #told({ lines, rest }: Extract<SiteFromRelay, { type: 'site.told' }>): Promise<void> {
    const { alarms, wall, log } = this.#deps;
    try {
      const safe = takeLines({ ...this.#deps, alarms: alarms.alarms }, this.#link, lines);
      if (rest !== null) {
        alarms.takeInputs(this.#inputsHere(rest.inputs));
        const { name } = this.#link;
        mergeAlarms({ ...alarms, relay: name, wall }, readAlarms(rest.alarms, this.#link.ids));
      }
      // The relay forgets its alarms with its lines, so it must know before that they go on.
      this.#sendState();
      await safe;
      this.#safe = this.#link.told;
      this.#link.send({ type: 'site.taken', told: this.#safe, rest: rest !== null });
    } catch (err) {
      log.warn({ err, relay: this.#link.name }, 'what a relay tells is not taken');
    }
  }

  /** Inputs of terminals of its zone. */
  #inputsHere(inputs: Record<string, number[]>): Record<string, number[]> {
    const zone = this.#deps.zones.subtree([this.#link.org]);
    const isHere = (id: string) => {
      const org = this.#deps.directory.byId(Number(id))?.org ?? null;
      return org !== null && zone.has(org);
    };
    return Object.fromEntries(Object.entries(inputs).filter(([id]) => isHere(id)));
  }
}
