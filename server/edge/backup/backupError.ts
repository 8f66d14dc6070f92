import { statfsSync } from 'node:fs';
import type { BackupReason } from '../../../contract/fieldCodes.ts';
import { StartError } from '../../platform/process/startError.ts';

/** Space that is left free: a full disk would stop everything else on it. */
const SPARE = 256 * 1_048_576;
export const MIB = 1_048_576;

/** Failure of a backup or a restore, with a machine-readable reason. */
export class BackupError extends StartError {
  readonly reason: BackupReason;
  readonly need_mb: number;
  readonly free_mb: number;

  constructor(
    reason: BackupReason,
    message: string,
    space: { need: number; free: number } = { need: 0, free: 0 },
  ) {
    super(message);
    this.reason = reason;
    this.need_mb = Math.ceil(space.need / MIB);
    this.free_mb = Math.floor(space.free / MIB);
  }
}

/** @throws BackupError when the disk of a folder has less space than needed, with a reserve */
export function checkSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const [need, free] = [bytes + SPARE, bavail * bsize];
  if (free >= need) return;
  const [needed, there] = [Math.ceil(need / MIB), Math.floor(free / MIB)];
  throw new BackupError(
    'no_room',
    `There is too little room in ${folder}: about ${needed} MB are needed, ${there} MB are free. Nothing was written.`,
    { need, free },
  );
}

const reasonOf: Readonly<Record<string, BackupReason>> = {
  ENOSPC: 'no_room',
  EDQUOT: 'no_room',
  ENOENT: 'place_gone',
  EACCES: 'place_unwritable',
  EPERM: 'place_unwritable',
  EROFS: 'place_unwritable',
  EIO: 'place_unwritable',
};

/** Converts any error to the failure that is shown. */
export function failureOf(error: unknown): {
  reason: BackupReason;
  need_mb: number;
  free_mb: number;
  detail: string;
} {
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  if (error instanceof BackupError) {
    const { reason, need_mb, free_mb } = error;
    return { reason, need_mb, free_mb, detail };
  }
  const reason = reasonOf[(error as NodeJS.ErrnoException).code ?? ''] ?? 'failed';
  return { reason, need_mb: 0, free_mb: 0, detail };
}
