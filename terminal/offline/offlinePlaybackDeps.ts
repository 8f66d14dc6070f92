import type { OfflineState } from '../../contract/protocol/offline.ts';
import type { Fetched, MediaStore } from './mediaStore.ts';

export interface OfflinePlaybackDeps {
  store: MediaStore;
  fetch(id: string, ticket: string): Promise<Fetched>;
  /** True (default): it plays speech over programme. */
  mixes?: boolean;
  /** The machine's time of day, epoch ms. */
  ownWallMs?(): number;
  random?(): number;
  changed?(): void;
}

/** State of offline playback for a screen. */
export interface OfflineView {
  state: OfflineState;
  /** Current local playback. */
  playing: { title: string; isAlarm: boolean } | null;
  /** Start of the next run that it would play alone, epoch seconds. */
  nextS: number | null;
}
