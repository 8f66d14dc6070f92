import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { Journal } from '../../../air/journal/journal.ts';
import { journalAction } from '../../../air/journal/journalAction.ts';
import { ZoneMonitor, type ZoneMonitorDeps } from '../../../air/talk/zoneMonitor.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { HeardMix } from './phoneSound.types.ts';

export interface PhoneListeningDeps extends ZoneMonitorDeps {
  journal: Pick<Journal, 'add' | 'safe'>;
}

export interface ListeningEvents {
  packet(stream: number, mix: HeardMix, packet: Uint8Array): void;
  /** Called with whether the zone plays anything, at once and when that changes. */
  playing(isPlaying: boolean): void;
  /** Called when the account may no longer listen there. */
  over(): void;
}

const mayListen = ({ caller }: By, zone: number) =>
  caller.permissions.has('operate_listen_in') && inScope(caller.scope, zone);

/** Listening to what a zone plays, by telephone; shown and announced at the terminal, and in the audit log, as at the console. */
export class PhoneListening {
  readonly #deps: PhoneListeningDeps;
  readonly #zone: number;
  readonly #events: ListeningEvents;
  readonly #by: By;
  readonly #monitor: ZoneMonitor;
  /** Terminal that is listened to, and since when, monotonic ms; null: none plays. */
  #held: { terminal: number; sinceMs: number } | null = null;

  /** @throws AppError 403 without the right to listen in, or for a zone of others */
  constructor(deps: PhoneListeningDeps, by: By, zone: number, events: ListeningEvents) {
    if (!mayListen(by, zone)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
    this.#deps = deps;
    this.#by = by;
    this.#zone = zone;
    this.#events = events;
    const mixes = new Map<number, HeardMix>();
    this.#monitor = new ZoneMonitor(
      deps,
      { zone, scope: by.caller.scope },
      {
        packet: (stream, _at, packet) => events.packet(stream, mixes.get(stream) ?? 'speech', packet),
        opened: (stream, mix) => mixes.set(stream, mix),
        at: (terminal) => this.#moved(terminal),
      },
    );
  }

  #moved(terminal: number | null): void {
    this.#left();
    this.#held = terminal === null ? null : { terminal, sinceMs: performance.now() };
    if (terminal !== null) this.#record('listen', terminal, { what: 'play', channel: 1 });
    this.#events.playing(terminal !== null);
  }

  #left(): void {
    if (this.#held === null) return;
    const { terminal, sinceMs } = this.#held;
    this.#held = null;
    this.#record('listen_end', terminal, { seconds: Math.round((performance.now() - sinceMs) / 1000) });
  }

  #record(action: string, terminal: number, after: Record<string, unknown>): void {
    const entry = { action, entity: 'device', entity_id: terminal, ip: this.#by.ip, after };
    void journalAction(this.#deps.journal, 'site', this.#by.caller, entry);
  }

  /** Ends it if the account may no longer listen there. */
  checked(by: By | null): void {
    if (by === null || !mayListen(by, this.#zone)) this.#events.over();
    else this.#monitor.allow(by.caller.scope);
  }

  end(): void {
    this.#monitor.close();
    this.#left();
  }
}
