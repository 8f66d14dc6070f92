import { foldedCode } from '../../contract/foldedCode.ts';
import type { Db } from '../db/client.ts';
import { loggedInFrom } from './auth.repository.ts';

/** More than the consoles of a large site; those that were used last stay. */
const MAX_KNOWN = 10_000;

/**
 * From which addresses each account has logged in, while these logins were good, and since the server started. No proof of
 * anything: it decides who is served first in a flood of logins, and nothing else.
 */
export interface KnownAddresses {
  has(account: string, address: string): boolean;
  add(account: string, address: string): void;
}

export async function createKnownAddresses(db: Db): Promise<KnownAddresses> {
  const keyOf = (account: string, address: string) => `${address} ${foldedCode(account)}`;
  const rows = await loggedInFrom(db, MAX_KNOWN);
  // The last used stands last.
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
