import { DAY_S, type Day, randomOf, STEP_S } from './day.ts';

/** `server`: all terminals connect to the server, itself or through other nodes; `relays`: each site has a relay. */
export type Topology = 'server' | 'relays';

/** Work of the centre in one step. */
export interface Load {
  /** Length of the step, s. */
  seconds: number;
  /** Terminals and relays that are connected. */
  terminals: number;
  relays: number;
  /** Terminals that play, and sites with any that play. */
  playing: number;
  playingSites: number;
  /** Targets of broadcasts that begin, of broadcasts and alarms that end, and of alarms that begin in this step. */
  changed: number;
  alarmed: number;
  /** Terminals that connect in this step. */
  connected: number;
  /** Terminals that load a new program. */
  upgrading: number;
}

/** Longest time until a terminal connects after its line is back, s (terminal/protocol/link.ts, relay/server/serverLine.ts). */
const RETURN_S: Record<Topology, number> = { server: 1.2, relays: 0.5 };

/** States of all sites as their server sees them. */
export class SitesAtCentre {
  readonly #day: Day;
  readonly #topology: Topology;
  readonly #upgradesPerS: number;
  readonly #random = randomOf(7);
  /** Broadcasts on the air, and whether the line is cut, of each site. */
  readonly #onAir: Int32Array;
  readonly #cut: Uint8Array;
  /** Terminals that connect in the coming steps, the first one next. */
  readonly #coming: number[] = [];
  readonly #terminals: number;
  #next = 0;
  #away = 0;
  #cutSites = 0;
  #playing = 0;
  #playingSites = 0;
  #upgraded = 0;

  constructor(day: Day, topology: Topology, upgradesPerS: number) {
    this.#day = day;
    this.#topology = topology;
    this.#upgradesPerS = upgradesPerS;
    this.#onAir = new Int32Array(day.sites.length);
    this.#cut = new Uint8Array(day.sites.length);
    this.#terminals = day.sites.reduce((sum, size) => sum + size, 0);
  }

  /** Performs the events of a step that begins at a time, s of the day. It lasts whole seconds if nothing happens in them. */
  step(at: number): Load {
    const seconds = this.#quietSeconds(at) || STEP_S;
    let [changed, alarmed] = [0, 0];
    for (; ; this.#next++) {
      const event = this.#day.events[this.#next];
      if (event === undefined || event.at >= at + seconds - STEP_S / 2) break;
      const { site, kind } = event;
      const size = this.#day.sites[site] ?? 0;
      const reached = this.#cut[site] === 1 ? 0 : size;
      if (kind === 'cut') this.#cutLine(site, size);
      else if (kind === 'return') this.#returned(site, size);
      else this.#play(site, kind === 'stop' ? -1 : 1, reached);
      if (kind === 'start' || kind === 'stop') changed += reached;
      if (kind === 'alarm') alarmed += reached;
    }
    const arrived = this.#coming.shift() ?? 0;
    this.#away -= arrived;
    const isUpgrading = at >= this.#day.upgradeAt && this.#upgraded < this.#terminals;
    const upgraded = isUpgrading
      ? Math.min(this.#upgradesPerS * seconds, this.#terminals - this.#upgraded)
      : 0;
    this.#upgraded += upgraded;
    const isRelayed = this.#topology === 'relays';
    return {
      seconds,
      terminals: this.#terminals - this.#away,
      relays: isRelayed ? this.#day.sites.length - this.#cutSites : 0,
      ...{ playing: this.#playing, playingSites: this.#playingSites, changed, alarmed },
      connected: arrived + upgraded,
      upgrading: isUpgrading ? 1 : 0,
    };
  }

  /** Whole seconds from a time in which nothing changes. */
  #quietSeconds(at: number): number {
    if (this.#coming.length > 0 || Math.abs(at - Math.round(at)) > STEP_S / 2) return 0;
    const { events, upgradeAt } = this.#day;
    const nextAt = events[this.#next]?.at ?? DAY_S;
    if (nextAt < at + STEP_S / 2) return 0;
    const upgradeEnd = at + (this.#terminals - this.#upgraded) / this.#upgradesPerS;
    const changes = [nextAt, at < upgradeAt ? upgradeAt : upgradeEnd, DAY_S];
    const until = Math.min(...changes.filter((change) => change > at));
    return Math.max(0, Math.floor(until - at + STEP_S / 2));
  }

  #play(site: number, change: 1 | -1, reached: number): void {
    const before = this.#onAir[site] ?? 0;
    const after = before + change;
    this.#onAir[site] = after;
    if (before > 0 === after > 0 || this.#cut[site] === 1) return;
    this.#playing += change * reached;
    this.#playingSites += change;
  }

  #cutLine(site: number, size: number): void {
    this.#cut[site] = 1;
    this.#cutSites += 1;
    this.#away += size;
    if ((this.#onAir[site] ?? 0) === 0) return;
    this.#playing -= size;
    this.#playingSites -= 1;
  }

  #returned(site: number, size: number): void {
    this.#cut[site] = 0;
    this.#cutSites -= 1;
    if ((this.#onAir[site] ?? 0) > 0) {
      this.#playing += size;
      this.#playingSites += 1;
    }
    const steps = Math.round(RETURN_S[this.#topology] / STEP_S);
    for (let n = 0; n < size; n++) {
      const step = Math.floor(this.#random() * steps);
      this.#coming[step] = (this.#coming[step] ?? 0) + 1;
    }
    for (let step = 0; step < steps; step++) this.#coming[step] ??= 0;
  }
}
