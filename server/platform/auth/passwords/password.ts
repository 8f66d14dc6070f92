import { randomBytes } from 'node:crypto';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * argon2id with the parameters of RFC 9106's second recommendation, scaled to a small server (19 MiB, 2
 * passes).
 */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes a password. Blocks the thread for tens of milliseconds, so a running server uses `Hashing` instead.
 */
export function hashPassword(password: string): string {
  return hashSync(password, options);
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
/** Valid hash that matches no password. */
const decoy = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${base64(16)}$${base64(32)}`;

/**
 * Compares a password; without a stored hash it takes the same time and is false, so that the time does not
 * tell which accounts exist. Blocks the thread like `hashPassword`.
 */
export function checkPassword(stored: string | null, password: string): boolean {
  return verifySync(stored ?? decoy, password) && stored !== null;
}
