import type { Actor, AuditEntry } from '../../audit/audit.ts';

/** A login, or its end, that could not be stored when it was made. Hashes only; times are epoch seconds. */
export type LoginChange =
  | {
      do: 'in';
      id: number;
      account_id: number;
      /** Hash that the password was verified with; with another one the login is not stored. */
      password_hash: string;
      token_hash: string;
      client_ip: string;
      user_agent: string;
      /** Made by HTTPS; absent in entries of earlier versions. */
      secure?: boolean;
      proof_id: number | null;
      expires_at: number;
      /** Maximum number of logins of the account; 0: unlimited. */
      most: number;
    }
  | { do: 'out'; token_hash: string }
  /** A call station has logged in with its password and has a new secret. */
  | { do: 'station'; terminal_id: number; password_hash: string; secret_hash: string };

/** The part of the journal (server/air/journal) that logins are written to. */
export interface LoginJournal {
  add(of: 'site', changes: { logins: LoginChange[]; audit?: { actor: Actor; entry: AuditEntry }[] }): void;
  /** Resolves when everything added so far is in the database. */
  stored(of: 'site'): Promise<void>;
}
