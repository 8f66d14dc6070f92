import { defaultLanguage } from '../../../contract/language.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { Listeners } from './listeners.ts';
import { MonitorLink, type PacketListener, type StreamOpened } from './monitorLink.ts';

/** Interval of looking what the zone plays, ms. */
const LOOK_MS = 500;

export interface ZoneMonitorDeps {
  engine: Pick<Engine, 'all' | 'monitor'>;
  zones: Pick<Zones, 'subtree'>;
  clock: Pick<MediaClock, 'now'>;
  listeners: Pick<Listeners, 'add'>;
}

export interface ZoneMonitorEvents {
  packet: PacketListener;
  opened: StreamOpened;
  /** Called when a terminal begins to be listened to, or null: nothing is played. Called at once, and then at each change. */
  at(terminal: number | null): void;
}

/** Hands on what a zone plays: the sound of one of its terminals, and of another one when that falls silent. */
export class ZoneMonitor {
  readonly #deps: ZoneMonitorDeps;
  readonly #events: ZoneMonitorEvents;
  readonly #zone: number;
  /** Zones of which a terminal may be listened to. */
  #scope: Scope;
  #terminal: number | null | undefined;
  #leave: () => void = () => undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(
    deps: ZoneMonitorDeps,
    { zone, scope }: { zone: number; scope: Scope },
    events: ZoneMonitorEvents,
  ) {
    this.#deps = deps;
    this.#events = events;
    this.#zone = zone;
    this.#scope = scope;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  /** Takes the zones that may be listened to from now on. */
  allow(scope: Scope): void {
    this.#scope = scope;
    this.#look();
  }

  #look(): void {
    const terminal = this.#playing();
    if (terminal === this.#terminal) return;
    this.#leave();
    this.#leave = () => undefined;
    this.#terminal = terminal;
    this.#events.at(terminal);
    if (terminal !== null) this.#leave = this.#listen(terminal);
  }

  #listen(terminal: number): () => void {
    const { engine, clock, listeners } = this.#deps;
    const monitor = new MonitorLink(clock.now, this.#events.packet, this.#events.opened);
    const leave = engine.monitor(terminal, monitor);
    const remove = listeners.add(terminal, defaultLanguage);
    return () => {
      leave();
      monitor.close();
      remove();
    };
  }

  /** Terminal to listen to: the present one while it plays, else one of the broadcast that most terminals play; null: none plays. */
  #playing(): number | null {
    const zones = this.#deps.zones.subtree([this.#zone]);
    let most: number[] = [];
    for (const broadcast of this.#deps.engine.all()) {
      const playing = [...broadcast.targets.values()].filter(
        ({ org, state }) =>
          org !== null &&
          zones.has(org) &&
          inScope(this.#scope, org) &&
          (state === 'sounding' || state === 'sent'),
      );
      const ids = playing.map(({ terminalId }) => terminalId);
      if (this.#terminal !== null && this.#terminal !== undefined && ids.includes(this.#terminal))
        return this.#terminal;
      if (ids.length > most.length) most = ids;
    }
    return most[0] ?? null;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#leave();
    this.#leave = () => undefined;
  }
}
