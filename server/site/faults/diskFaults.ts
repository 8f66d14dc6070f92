import type { FaultKind } from '../../../contract/fieldCodes.ts';
import type { DiskState, DiskWatch } from '../../platform/health/diskWatch.ts';
import type { FaultSink } from './faults.ts';

const MIB = 1_048_576;
/**
 * Thresholds of a nearly full disk: free space below this size or share. Resolved only with a fifth more, as
 * hysteresis.
 */
const LEAST_MB = 1_024;
const LEAST_SHARE = 0.05;
const OVER_AGAIN = 1.2;
/** Error codes of a full disk, which has its own fault. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Keeps the faults of the data folder's disk: nearly full, nearly out of inodes, not writable. */
export function watchDiskFaults(faults: FaultSink, disk: Pick<DiskWatch, 'onLook'>): void {
  const isOpen = (wanted: FaultKind) =>
    faults.allOpen().some(({ kind, cleared_at }) => kind === wanted && cleared_at === null);
  let full = isOpen('disk');
  let filesOut = isOpen('disk_files');
  disk.onLook(({ freeBytes, sizeBytes, freeInodes, inodes, isWritable, error }: DiskState) => {
    full = freeBytes < Math.max(LEAST_MB * MIB, LEAST_SHARE * sizeBytes) * (full ? OVER_AGAIN : 1);
    if (!full) faults.resolve('disk', 'data');
    else {
      // In steps of 100 MB, so that a disk that fills up is not a change at every check.
      const free_mb = Math.floor(freeBytes / MIB / 100) * 100;
      const params = { free_mb, total_mb: Math.round(sizeBytes / MIB) };
      faults.open({ kind: 'disk', subject: 'data', params });
    }
    filesOut = freeInodes < LEAST_SHARE * inodes * (filesOut ? OVER_AGAIN : 1);
    if (!filesOut) faults.resolve('disk_files', 'data');
    else {
      const params = { free: Math.floor(freeInodes / 1000) * 1000, total: inodes };
      faults.open({ kind: 'disk_files', subject: 'data', params });
    }
    if (isWritable || (FULL.has(error) && (full || filesOut))) faults.resolve('disk_unwritable', 'data');
    else faults.open({ kind: 'disk_unwritable', subject: 'data', params: { error } });
  });
}
