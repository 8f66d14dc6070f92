import { foldedCode } from '../../../contract/rules/foldedCode.ts';
import type { Db } from '../db/client.ts';
import { loggedInFrom } from './auth.repository.ts';

/** Maximum number of entries, more than the consoles of a large site; the last used ones are kept. */
const MAX_KNOWN = 10_000;

/**
 * Addresses from which each account has valid logins, or has logged in since the start. No proof of identity:
 * used only to decide who is served first in a flood of logins.
 */
export interface KnownAddresses {
  has(account: string, address: string): boolean;
  add(account: string, address: string): void;
}

export async function createKnownAddresses(db: Db): Promise<KnownAddresses> {
  const keyOf = (account: string, address: string) => `${address} ${foldedCode(account)}`;
  const rows = await loggedInFrom(db, MAX_KNOWN);
  // The last used one is at the end.
  const known = new Set(rows.map(({ code, client_ip }) => keyOf(code, client_ip)).reverse());
  return {
    has: (account, address) => known.has(keyOf(account, address)),
    add(account, address) {
      const key = keyOf(account, address);
      known.delete(key);
      known.add(key);
      for (const oldest of known) {
        if (known.size <= MAX_KNOWN) break;
        known.delete(oldest);
      }
    },
  };
}
