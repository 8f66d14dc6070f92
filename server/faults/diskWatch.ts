import type { FaultSink } from './faults.ts';

const CHECK_MS = 60_000;
const MIB = 1_048_576;
/** Nearly full: less than this, or than this share. Over again only with a fifth more, so that it does not flap. */
const LEAST_MB = 1_024;
const LEAST_SHARE = 0.05;
const OVER_AGAIN = 1.2;

/** Free and total bytes of the disk that holds a folder. */
export type DiskSpace = (folder: string) => Promise<{ free: number; total: number }>;

/** Looks after the disk of the data folder, at once and every minute. Returns the function that ends it. */
export function watchDisk(
  faults: FaultSink,
  folder: string,
  space: DiskSpace,
): { check(): Promise<void>; end(): void } {
  let full = faults.allOpen().some(({ kind, cleared_at }) => kind === 'disk' && cleared_at === null);
  async function check(): Promise<void> {
    const { free, total } = await space(folder);
    const least = Math.max(LEAST_MB * MIB, LEAST_SHARE * total) * (full ? OVER_AGAIN : 1);
    full = free < least;
    if (!full) faults.resolve('disk', 'data');
    else {
      // In steps of 100 MB, so that a disk that fills up is not a change every minute.
      const free_mb = Math.floor(free / MIB / 100) * 100;
      faults.open({ kind: 'disk', subject: 'data', params: { free_mb, total_mb: Math.round(total / MIB) } });
    }
  }
  const quietly = () => check().catch(() => {}); // A folder that cannot be looked at is found out by its users.
  const timer = setInterval(quietly, CHECK_MS);
  timer.unref();
  void quietly();
  return { check, end: () => clearInterval(timer) };
}
