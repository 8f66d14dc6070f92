import type { OfflineStorageView } from '../../../contract/entities/tasks/offlineStorage.ts';
import type { DeviceLive, StateReason } from '../../../contract/entities/terminals/device.ts';
import type { DeviceState } from './deviceState.ts';
import type { AdoptedTerminal } from './directory.ts';
import type { Playing } from './gateway/playingState.ts';
import type { TerminalEvents } from './gateway/terminals.types.ts';

export interface DeviceEvents {
  /** The state of the sound of a terminal has changed (silent, locked, ok). */
  sound(terminalId: number, sound: DeviceLive['sound']): void;
  /** The loss of a terminal has become a fault, or no longer is. */
  lossy(terminalId: number, isLossy: boolean): void;
  /** Zone, presence or *behind a lost relay* of a terminal has changed; null: it does not exist. */
  moved(terminalId: number, before: Place | null, after: Place | null): void;
  /** A terminal is behind a lost relay, or no longer. */
  behind(terminalId: number, isBehind: boolean): void;
  /** A stored row is new or has changed: names, settings. */
  changed(terminalId: number): void;
}
export interface Place {
  org: number | null;
  online: boolean;
  /** Whether nothing is known of it, because its relay is lost. */
  isBehind: boolean;
  /** Whether it counts as missing while it is not online. */
  isMissing: boolean;
}

/** Live state of all adopted terminals: a topic per kind. */
export interface Devices {
  get(terminalId: number): DeviceState | undefined;
  all(): Iterable<DeviceState>;
  /** Sets what a terminal plays and why, called by the broadcast engine; null: nothing. */
  setPlaying(terminalId: number, playing: Playing | null): void;
  setFault(terminalId: number, fault: DeviceLive['fault']): void;
  /** Name of the relay of a terminal that is not online because its relay is lost; null: none. */
  lostRelayOf(terminalId: number): string | null;
  /** Sets why this server does not reach a terminal; null: it does, or the reason is not known. */
  setAway(terminalId: number, reason: StateReason | null): void;
  /** Sets the relays that are not connected, with their names by id. */
  setLostRelays(lost: ReadonlyMap<number, string>): void;
  /** Sets the number of people who listen in. */
  setListeners(terminalId: number, listeners: number): void;
  /** Sets the state of its offline storage (server/air/offline). */
  setKeeping(terminalId: number, keeping: OfflineStorageView | null): void;
  /** Sets the groups that contain a terminal. */
  setGroups(terminalId: number, groups: readonly number[]): void;
  /** Sets the fields of its live row that come from tables of its kind; all of them, each time. */
  setRelated(terminalId: number, fields: Readonly<Record<string, unknown>>): void;
  /** Call after the commit of a new or changed row. */
  changed(terminal: AdoptedTerminal): void;
  removed(terminalId: number): void;
  /** Handlers of the events of the gateway. */
  readonly handlers: Pick<
    TerminalEvents,
    'online' | 'offline' | 'report' | 'delivered' | 'swept' | 'status' | 'administration' | 'unknown'
  >;
  subscribe(events: Partial<DeviceEvents>): () => void;
}
