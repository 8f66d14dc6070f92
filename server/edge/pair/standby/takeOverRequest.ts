import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAIR_FOLDER } from '../link/pairRecord.ts';

/**
 * File by which a person at the machine lets its standby server take over, without a login and without the leader: the
 * standby takes it in while it runs, and removes it.
 */
const fileIn = (dataDir: string) => join(dataDir, PAIR_FOLDER, 'take-over');
const refusalIn = (dataDir: string) => join(dataDir, PAIR_FOLDER, 'take-over-refused');

export function requestTakeOver(dataDir: string): void {
  mkdirSync(join(dataDir, PAIR_FOLDER), { recursive: true, mode: 0o700 });
  rmSync(refusalIn(dataDir), { force: true });
  // Plain write: it is empty; only its existence counts.
  writeFileSync(fileIn(dataDir), '', { mode: 0o600 });
}

export const isTakeOverRequested = (dataDir: string): boolean => existsSync(fileIn(dataDir));

export function clearTakeOver(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** Tells the person why the standby does not take over. */
export function refuseTakeOver(dataDir: string, reason: string): void {
  // Plain write: read by the waiting command only.
  writeFileSync(refusalIn(dataDir), reason, { mode: 0o600 });
  clearTakeOver(dataDir);
}

/** Reason of the last refusal; null: there was none since the request. */
export function takeOverRefusal(dataDir: string): string | null {
  return existsSync(refusalIn(dataDir)) ? readFileSync(refusalIn(dataDir), 'utf8') : null;
}
