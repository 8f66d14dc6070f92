import type { FaultSink } from './faults.ts';

/** A disk that fills up fast is told of before it is full. */
const CHECK_MS = 5_000;
const MIB = 1_048_576;
/** Nearly full: less than this, or than this share. Over again only with a fifth more, so that it does not flap. */
const LEAST_MB = 1_024;
const LEAST_SHARE = 0.05;
const OVER_AGAIN = 1.2;

/** Room on a disk: bytes, and files (inodes); a file system that does not count files says 0 in all. */
export interface DiskRoom {
  free: number;
  total: number;
  freeFiles: number;
  totalFiles: number;
}

/** Looks after the disk of the data folder, at once and every few seconds. Returns the function that ends it. */
export function watchDisk(
  faults: FaultSink,
  room: () => Promise<DiskRoom>,
): { check(): Promise<void>; end(): void } {
  const isOpen = (wanted: 'disk' | 'disk_files') =>
    faults.allOpen().some(({ kind, cleared_at }) => kind === wanted && cleared_at === null);
  let full = isOpen('disk');
  let filesOut = isOpen('disk_files');
  async function check(): Promise<void> {
    const { free, total, freeFiles, totalFiles } = await room();
    full = free < Math.max(LEAST_MB * MIB, LEAST_SHARE * total) * (full ? OVER_AGAIN : 1);
    if (!full) faults.resolve('disk', 'data');
    else {
      // In steps of 100 MB, so that a disk that fills up is not a change at every look.
      const free_mb = Math.floor(free / MIB / 100) * 100;
      faults.open({ kind: 'disk', subject: 'data', params: { free_mb, total_mb: Math.round(total / MIB) } });
    }
    filesOut = freeFiles < LEAST_SHARE * totalFiles * (filesOut ? OVER_AGAIN : 1);
    if (!filesOut) faults.resolve('disk_files', 'data');
    else {
      const params = { free: Math.floor(freeFiles / 1000) * 1000, total: totalFiles };
      faults.open({ kind: 'disk_files', subject: 'data', params });
    }
  }
  const quietly = () => check().catch(() => {}); // A folder that cannot be looked at is found out by its users.
  const timer = setInterval(quietly, CHECK_MS);
  timer.unref();
  void quietly();
  return { check, end: () => clearInterval(timer) };
}
