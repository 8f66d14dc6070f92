import type { DeviceLive } from '../../contract/entities/device.ts';
import type { KeepingView } from '../../contract/entities/keeping.ts';
import type { DeviceState } from './deviceState.ts';
import type { AdoptedTerminal } from './directory.ts';
import type { Playing } from './sound.ts';
import type { TerminalEvents } from './types.ts';

export interface DeviceEvents {
  /** A terminal is silent or locked, or no longer. */
  sound(terminalId: number, sound: DeviceLive['sound']): void;
  /** So much of its sound is missing now that it is a fault, or no longer. */
  lossy(terminalId: number, isLossy: boolean): void;
  /** Where a terminal counts, before and after; null: nowhere. */
  moved(terminalId: number, before: Place | null, after: Place | null): void;
  /** A stored row is new or has changed: names, settings. */
  changed(terminalId: number): void;
}
export interface Place {
  org: number | null;
  online: boolean;
}

/** The live state of all adopted terminals: a topic per kind. */
export interface Devices {
  get(terminalId: number): DeviceState | undefined;
  all(): Iterable<DeviceState>;
  /** The broadcast engine says what a terminal plays and why; null: nothing. */
  setPlaying(terminalId: number, playing: Playing | null): void;
  setFault(terminalId: number, fault: DeviceLive['fault']): void;
  /** How many people listen in at it. */
  setListeners(terminalId: number, listeners: number): void;
  /** Whether it holds what it is to play without a link (server/keeping). */
  setKeeping(terminalId: number, keeping: KeepingView | null): void;
  /** The groups that a terminal is in. */
  setGroups(terminalId: number, groups: readonly number[]): void;
  /** Fields of its live row that come from tables of its kind's own; all of them, each time. */
  setRelated(terminalId: number, fields: Readonly<Record<string, unknown>>): void;
  /** After the commit of a new or changed row. */
  changed(terminal: AdoptedTerminal): void;
  removed(terminalId: number): void;
  /** What the gateway tells. */
  readonly handlers: Pick<
    TerminalEvents,
    'online' | 'offline' | 'report' | 'swept' | 'status' | 'administration' | 'unknown'
  >;
  subscribe(events: Partial<DeviceEvents>): () => void;
}
