import type { OfflineStorageView } from '../../../contract/entities/tasks/offlineStorage.ts';
import type { OfflineState } from '../../../contract/protocol/offline.ts';

/** Offline storage of one terminal as the server knows it. */
export interface TerminalStorage {
  /** Revision of the manifest that it should hold. */
  revision: string;
  /** True when the manifest holds neither items nor runs. */
  isEmpty: boolean;
  tasks: number;
  /** Its last report; kept while it is offline. */
  reported: OfflineState | null;
}

/** Computes the shown state of a terminal; null if it has nothing to keep. */
export function storageView(
  { revision, isEmpty, tasks, reported }: TerminalStorage,
  { online, supports }: { online: boolean; supports: boolean },
): OfflineStorageView | null {
  if (isEmpty) return null;
  const common = { trouble: null, tasks, bytes: reported?.bytes ?? null };
  if (!supports) return { state: 'unsupported', ...common, bytes: null };
  if (reported === null) return { state: online ? 'waiting' : 'unknown', ...common };
  const isHeld = reported.revision === revision && reported.trouble === null;
  if (isHeld) return { state: 'synced', ...common };
  if (!online) return { state: 'offline', ...common };
  const isStuck = reported.trouble !== null && reported.trouble !== 'fetching';
  return { ...common, state: isStuck ? 'trouble' : 'waiting', trouble: isStuck ? reported.trouble : null };
}
