import type { Audit } from '../../audit/audit.ts';
import type { Db } from '../../db/client.ts';
import * as repository from '../auth.repository.ts';
import { hashPassword } from './password.ts';
import { randomPassword } from './randomPassword.ts';

/**
 * Gives an account a random password, enables it, and ends all its logins; a running server notices within a
 * second. The password need not be changed: a person at the machine itself reads it, or a program.
 *
 * @returns the password, or null when there is no such account
 */
export async function resetPassword(db: Db, audit: Audit, code: string): Promise<string | null> {
  const found = await repository.findAccountByCode(db, code);
  if (!found) return null;
  const password = randomPassword();
  const passwordHash = hashPassword(password);
  await db.transaction(async (tx) => {
    await repository.setPassword(tx, found.id, passwordHash, false);
    await repository.enable(tx, found.id);
    await repository.endSessions(tx, found.id);
    const actor = { accountId: found.id, code: found.code };
    await audit.record(tx, actor, {
      action: 'password_reset',
      entity: 'user',
      entity_id: found.id,
      // From the machine itself, not over the API.
      ip: 'local',
    });
  });
  return password;
}
