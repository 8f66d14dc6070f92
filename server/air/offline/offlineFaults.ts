import type { OfflineStorageView } from '../../../contract/entities/tasks/offlineStorage.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import { defaultTimes, type FaultTimes } from '../../site/faults/terminalFaults.ts';
import type { Directory } from '../../site/terminals/directory.ts';

const KIND = 'terminal_unsynced';

/**
 * Faults for connected terminals that fail to store what they are to keep. Offline terminals have a fault of
 * their own; terminals whose software lacks the feature are shown, and raise no fault.
 */
export function createOfflineFaults(deps: {
  faults: Pick<FaultSink, 'open' | 'resolve'>;
  directory: Directory;
  faultTimes?: Partial<FaultTimes>;
}) {
  const { faults, directory } = deps;
  const after = deps.faultTimes?.unsyncedMs ?? defaultTimes.unsyncedMs;
  const lags = new Map<number, { view: OfflineStorageView; timer: NodeJS.Timeout }>();

  function open(id: number): void {
    const row = directory.byId(id)?.row;
    const view = lags.get(id)?.view;
    if (row === undefined || view === undefined) return;
    const { name, dev_name2, code, org } = row;
    const params = { name: dev_name2 || name, code, trouble: view.trouble ?? 'fetching' };
    faults.open({ kind: KIND, subject: String(id), terminal_id: id, org, params });
  }

  return {
    /** Updates the state of a terminal; null: it has nothing to keep, or was removed. */
    look(id: number, view: OfflineStorageView | null): void {
      const lag = lags.get(id);
      if (view?.state === 'waiting' || view?.state === 'trouble') {
        if (lag !== undefined) lag.view = view;
        else lags.set(id, { view, timer: setTimeout(() => open(id), after).unref() });
        return;
      }
      clearTimeout(lag?.timer);
      lags.delete(id);
      faults.resolve(KIND, String(id));
    },
    close(): void {
      for (const { timer } of lags.values()) clearTimeout(timer);
    },
  };
}
