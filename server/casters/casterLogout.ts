import type { Hello } from '../../contract/terminal.ts';
import { hashToken } from '../auth/token.ts';
import type { Db } from '../db/client.ts';
import type { Audit } from '../system/audit.ts';
import type { Directory } from '../terminals/directory.ts';
import * as repository from './caster.repository.ts';
import type { CasterBook } from './casterBook.ts';
import { worthless } from './casterHooks.ts';

/**
 * Makes the function that ends the login of a call station: nobody gets in any more by the secret that it had. A caster
 * without a password was adopted, and did not log in: its secret stays. What is no login any more is passed over.
 *
 * @returns whose login has ended; undefined: nobody's
 */
export function createCasterLogout(deps: { db: Db; audit: Audit; directory: Directory; book: CasterBook }) {
  return async (
    { code, secret }: NonNullable<Hello['left']>,
    address: string,
  ): Promise<number | undefined> => {
    const terminal = deps.directory.byCode(code);
    const hash = hashToken(secret);
    if (terminal?.kind !== 'caster' || terminal.row.secret_hash !== hash) return undefined;
    if (deps.book.get(terminal.id)?.password_hash == null) return undefined;
    const row = await deps.db.transaction(async (tx) => {
      const changed = await repository.voidSecret(tx, terminal.id, hash, worthless());
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
