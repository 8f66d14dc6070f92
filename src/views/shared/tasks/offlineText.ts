import type { TFunction } from 'i18next';
import type {
  OfflineCopies,
  OfflineStorageRow,
  OfflineStorageView,
} from '../../../../contract/entities/tasks/offlineStorage.ts';
import type { DetailText } from '../../kit/grid/cells.ts';

/** Number of terminals that store a task, amber when some do not. */
export function copiesText(kept: OfflineCopies | null, t: TFunction): DetailText {
  if (kept === null) return { main: '', detail: '' };
  const text = `${kept.synced}/${kept.total}`;
  if (kept.synced === kept.total) return { main: '', detail: `${text} ${t('offlineCache.state.synced')}` };
  return { main: text, detail: '', fault: true };
}

/** Describes whether a terminal stores what it plays without the server, and the reason if not. */
export function storageText(
  { state, trouble }: Pick<OfflineStorageRow, 'state' | 'trouble'>,
  t: TFunction,
): string {
  const text = t(`offlineCache.state.${state}`);
  return trouble === null ? text : `${text}${t('devices.claimAnd')}${t(`offlineCache.trouble.${trouble}`)}`;
}

/** States that need no action of a person. */
const fine = new Set<OfflineStorageView['state']>(['synced', 'waiting']);

/** Cell of a terminal; empty where it has nothing to store. */
export function storageCell(keeping: OfflineStorageView | null, t: TFunction): DetailText {
  if (keeping === null) return { main: '', detail: '' };
  const text = storageText(keeping, t);
  return fine.has(keeping.state) ? { main: '', detail: text } : { main: text, detail: '', fault: true };
}
