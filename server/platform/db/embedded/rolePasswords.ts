import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurablySync } from '../../dataFolder/writeDurably.ts';
import { explained, isRoot } from './postgresAccount.ts';

/** Superuser of an embedded database, for maintenance only: the server uses a role of its own (roles.ts). */
export const clusterUser = 'tocsin';

/** Random bytes of a password, which are four characters for three bytes. */
const BYTES = 24;
/** Content of a file that a power cut has not left empty or cut off. */
const WHOLE = /^[\w-]{32}\n?$/;

/** File in the database folder with a role's random password; readable by its owner only. */
export const passwordPath = (cluster: string, role: string) => join(cluster, `${role}-password`);

/** Password of a role; null: its file is missing or damaged. @throws StartError when it may not be read */
export function readPassword(cluster: string, role: string): string | null {
  try {
    const text = explained(() => readFileSync(passwordPath(cluster, role), 'utf8'), cluster);
    return WHOLE.test(text) ? text.trim() : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export const randomPassword = () => randomBytes(BYTES).toString('base64url');

/** Writes the password of a role, unless its file has it; the file belongs to the account that runs the cluster. */
export function keepPassword(cluster: string, role: string, password: string): void {
  if (readPassword(cluster, role) === password) return;
  const owner = isRoot() ? statSync(cluster) : undefined;
  writeDurablySync(passwordPath(cluster, role), `${password}\n`, owner);
}
