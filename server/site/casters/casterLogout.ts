import type { Hello } from '../../../contract/protocol/terminal.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { hashToken } from '../../platform/auth/token.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Directory } from '../terminals/directory.ts';
import * as repository from './caster.repository.ts';
import type { CasterAccounts } from './casterAccounts.ts';
import { unusableHash } from './casterHooks.ts';

/**
 * Makes the logout of call stations: voids the station's secret. The secret of a caster without a password
 * comes from its adoption and stays. A logout with an outdated secret is ignored.
 *
 * @returns the terminal that was logged out; undefined: none
 */
export function createCasterLogout(deps: {
  db: Db;
  audit: Audit;
  directory: Directory;
  accounts: CasterAccounts;
}) {
  return async (
    { code, secret }: NonNullable<Hello['left']>,
    address: string,
  ): Promise<number | undefined> => {
    const terminal = deps.directory.byCode(code);
    const hash = hashToken(secret);
    if (terminal?.kind !== 'caster') return undefined;
    const { secret_hash, next_secret_hash } = terminal;
    if (hash !== secret_hash && hash !== next_secret_hash) return undefined;
    if (deps.accounts.get(terminal.id)?.password_hash == null) return undefined;
    const row = await deps.db.transaction(async (tx) => {
      const changed = await repository.voidSecret(tx, terminal.id, secret_hash, unusableHash());
      if (changed === undefined) return undefined;
      const actor = { accountId: null, code: `terminal ${code}` };
      const entry = { action: 'logout', entity: 'caster', entity_id: changed.id, ip: address };
      await deps.audit.record(tx, actor, entry);
      return changed;
    });
    if (row === undefined) return undefined;
    deps.directory.put(row);
    return row.id;
  };
}
