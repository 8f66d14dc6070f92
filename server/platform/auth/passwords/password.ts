import { randomBytes } from 'node:crypto';
import { hashSync, verifySync } from '@node-rs/argon2';

/** Cost of a hash with argon2id (RFC 9106). */
export interface HashCost {
  /** Memory, KiB. */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
}

/** Cost of every hash but those of tests: RFC 9106's second recommendation, scaled to a small server. */
export const HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * Hashes a password. Blocks the thread for tens of milliseconds, so a running server uses `Hashing` instead.
 */
export function hashPassword(password: string, cost = HASH_COST): string {
  return hashSync(password, { ...cost, parallelism: 1 });
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
/** Valid hash that matches no password. */
const decoy = ({ memoryCost, timeCost }: HashCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${base64(16)}$${base64(32)}`;

/**
 * Compares a password; without a stored hash it takes the same time and is false, so that the time does not
 * tell which accounts exist. Blocks the thread like `hashPassword`.
 */
export function checkPassword(stored: string | null, password: string, cost = HASH_COST): boolean {
  return verifySync(stored ?? decoy(cost), password) && stored !== null;
}
