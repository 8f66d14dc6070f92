import { randomInt } from 'node:crypto';
import type { LoginChange, LoginJournal } from './loginJournal.ts';

/**
 * Lowest id of these logins, far above the ids of the database, so that a login keeps its id when it is
 * stored.
 */
const FIRST_ID = 2 ** 30;
/** Maximum number per account; beyond it the oldest ends. */
const MOST = 50;

/** A login that the database has not stored yet. Times are epoch seconds. */
export type HeldLogin = Extract<LoginChange, { do: 'in' }>;

/**
 * Logins that were made while the database could not be written. They are valid at once, are kept in the
 * journal, and are stored when the database is back, unless the account has another password by then or is
 * disabled.
 */
export interface HeldLogins {
  add(login: Omit<HeldLogin, 'do' | 'id'>): HeldLogin;
  byHash(tokenHash: string): HeldLogin | undefined;
  byId(id: number): HeldLogin | undefined;
  /** Ends a login; false if it is none of these. */
  end(id: number): boolean;
  /** Ends those that were made over plain HTTP. */
  endInsecure(): void;
}

export function createHeldLogins(journal: LoginJournal): HeldLogins {
  /** Logins by id, the oldest first. */
  const held = new Map<number, HeldLogin>();

  function end(id: number): boolean {
    const login = held.get(id);
    if (login === undefined) return false;
    held.delete(id);
    journal.add('site', { logins: [{ do: 'out', token_hash: login.token_hash }] });
    return true;
  }
  return {
    add(values) {
      let id = 0;
      do id = FIRST_ID + randomInt(FIRST_ID - 1);
      while (held.has(id));
      const login: HeldLogin = { do: 'in', id, ...values };
      const own = [...held.values()].filter(({ account_id }) => account_id === login.account_id);
      for (const old of own.slice(0, Math.max(0, own.length + 1 - MOST))) end(old.id);
      held.set(id, login);
      journal.add('site', { logins: [login] });
      // From then on the login is found in the database.
      journal.stored('site').then(
        () => held.delete(id),
        () => {},
      );
      return login;
    },
    byHash: (hash) => [...held.values()].find(({ token_hash }) => token_hash === hash),
    byId: (id) => held.get(id),
    end,
    endInsecure() {
      for (const { id, secure } of [...held.values()]) if (secure !== true) end(id);
    },
  };
}
