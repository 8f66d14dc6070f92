import type { KindLive } from '../../contract/entities/terminals/kinds.ts';
import type { TerminalLive } from '../../contract/entities/terminals/terminal.ts';
import type { TerminalKind } from '../../contract/entities/terminals/terminalKind.ts';
import type { Collection } from './collection.ts';
import { type AwayState, awayState, type DeviceState } from './deviceState.ts';

/** Every kind but sound terminals, which have a screen and a feed made for ten thousand of them. */
export type OtherKind = Exclude<TerminalKind, 'device'>;

/** The one state shown for a terminal of such a kind. */
export type KindState = AwayState | 'locked' | 'online';

/** A live row of any kind with its state. */
export type TerminalRow = TerminalLive & { state: DeviceState | KindState };

/** A live row with its state. */
export type KindRow<Kind extends OtherKind> = KindLive<Kind> & { state: KindState };

export type KindFeeds = { [Kind in OtherKind]: Collection<KindRow<Kind>> };

export function kindStateOf(row: Pick<TerminalLive, 'online' | 'fault' | 'sound' | 'reason'>): KindState {
  if (!row.online) return awayState(row);
  return row.sound === 'locked' ? 'locked' : 'online';
}

/** Adds the state to a row after a merge. */
export function addKindState(row: TerminalLive & { state: KindState }): void {
  row.state = kindStateOf(row);
}
