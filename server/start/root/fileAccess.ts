import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Target } from './account.ts';

const READ = 4;
const ENTER = 1;

/** Tells by owners and modes if an account can read a file; access control lists are ignored. */
export function canRead(account: Target, path: string, how = READ): boolean {
  return may(account, path, how) && canEnterParents(account, path);
}

export const canRun = (account: Target, path: string): boolean => canRead(account, path, READ | ENTER);

/** Tells if an account can enter all parent folders of a path, whatever the mode of the path itself. */
export function canEnterParents(account: Target, path: string): boolean {
  const parent = dirname(path);
  return parent === path || (may(account, parent, ENTER) && canEnterParents(account, parent));
}

function may({ uid, groups }: Target, path: string, how: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const shift = found.uid === uid ? 6 : groups.includes(found.gid) ? 3 : 0;
  return ((found.mode >> shift) & how) === how;
}
