import type { CasterAccountFields } from '../../../contract/entities/terminals/caster.ts';
import type { Db, DbOrTx } from '../../platform/db/client.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { Zones } from '../zones/zones.ts';
import * as repository from './caster.repository.ts';

/** Defaults of an adopted call station without an account. */
export const noAccount = { password_hash: null, user_id: null, disabled: false, orgs: [] };

/** Fields of an account that clients may see. */
export function publicFields(stored: repository.StoredAccount): CasterAccountFields {
  const { user_id, orgs, disabled, password_hash } = stored;
  return { user_id, orgs, disabled, has_password: password_hash !== null };
}

/**
 * Accounts of call stations in memory, equal to the database: used at every hello and every call. Read again
 * after each change, also of zones and of the console accounts that they belong to.
 */
export class CasterAccounts {
  readonly #db: Db;
  readonly #zones: Zones;
  #accounts = new Map<number, repository.StoredAccount>();
  #owners = new Map<number, repository.Owner>();

  constructor(db: Db, zones: Zones) {
    this.#db = db;
    this.#zones = zones;
  }

  /** Reads all accounts. @returns the ids of casters whose account has changed or is gone */
  async load(through: DbOrTx = this.#db): Promise<number[]> {
    const [rows, owners] = [await repository.accounts(through), await repository.owners(through)];
    const before = this.#accounts;
    this.#accounts = new Map(rows.map((row) => [row.terminal_id, row]));
    this.#owners = new Map(owners.map((row) => [row.id, row]));
    const ids = new Set([...before.keys(), ...this.#accounts.keys()]);
    return [...ids].filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(this.#accounts.get(id)));
  }

  get(terminalId: number): repository.StoredAccount | undefined {
    return this.#accounts.get(terminalId);
  }

  ids(): Iterable<number> {
    return this.#accounts.keys();
  }

  /**
   * Zones that a station may speak to: the subtrees of its account's zones, or of its own zone; limited to
   * those of the console account that it belongs to.
   */
  reach(terminalId: number, org: number | null): Scope {
    const account = this.#accounts.get(terminalId);
    const own = account !== undefined && account.orgs.length > 0 ? account.orgs : this.#standing(org);
    const scope = this.#zones.scopeOf(own);
    if (account?.user_id == null) return scope;
    const owner = this.#owners.get(account.user_id);
    if (owner === undefined || owner.disabled) return { ids: new Set() };
    if (owner.all_zones || scope.all === true) return scope;
    const theirs = this.#zones.subtree(owner.roots);
    return { ids: new Set([...scope.ids].filter((id) => theirs.has(id))) };
  }

  /** Tells if a station may call one in a zone: an account with zones or an owner is limited to its reach. */
  mayCall(terminalId: number, own: number | null, org: number | null): boolean {
    const account = this.#accounts.get(terminalId);
    if (account === undefined || (account.orgs.length === 0 && account.user_id === null)) return true;
    return inScope(this.reach(terminalId, own), org);
  }

  #standing(org: number | null): number[] {
    const id = org ?? this.#zones.all().find((zone) => zone.parent_id === null)?.id;
    return id === undefined ? [] : [id];
  }
}
