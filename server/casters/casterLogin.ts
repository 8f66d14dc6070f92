import { kindOf } from '../../contract/entities/terminal.ts';
import { foldedCode } from '../../contract/foldedCode.ts';
import type { Hello } from '../../contract/terminal.ts';
import { type Attempts, nobody, targetOf } from '../auth/attempts.ts';
import type { Hashing } from '../auth/hashing.ts';
import { hashToken, newToken } from '../auth/token.ts';
import type { Db } from '../db/client.ts';
import { networkOf } from '../http/address.ts';
import type { Audit } from '../system/audit.ts';
import type { Directory } from '../terminals/directory.ts';
import type { StationLogin } from '../terminals/types.ts';
import * as repository from './caster.repository.ts';
import type { CasterBook } from './casterBook.ts';

/**
 * Makes the login of call stations by account and password. One login at a time, as for zone passwords.
 *
 * @returns a login to complete, or null when account or password are wrong or the account is disabled
 * @throws AppError 429 after too many failures, or while too many others wait
 */
export function createCasterLogin(deps: {
  db: Db;
  audit: Audit;
  directory: Directory;
  book: CasterBook;
  attempts: Attempts;
  hashing: Pick<Hashing, 'turn'>;
}) {
  const { directory, book } = deps;
  let queue: Promise<unknown> = Promise.resolve();

  async function check(hello: Hello, password: string, address: string): Promise<StationLogin | null> {
    const asked = { kind: 'station', name: foldedCode(hello.code), address } as const;
    deps.attempts.check(asked);
    const found = await deps.hashing.turn('terminal', networkOf(address), (hasher) => {
      const terminal = directory.byCode(hello.code);
      const account = terminal?.kind === 'caster' ? book.get(terminal.id) : undefined;
      const hash = account?.password_hash ?? null;
      const target = account ? targetOf('caster', account.terminal_id, hash) : nobody(asked.name);
      const judge = async () => {
        const right = await hasher.check(hash, password);
        const isWelcome = right && kindOf(hello) === 'caster' && account?.disabled === false;
        return isWelcome && terminal !== undefined && hash !== null ? { terminal, hash } : null;
      };
      return deps.attempts.judged({ kind: 'station', target, address }, judge, asked);
    });
    if (found === null) return null;
    const { terminal, hash } = found;
    return {
      async admit() {
        const secret = newToken();
        const row = await deps.db.transaction(async (tx) => {
          const changed = await repository.newSecret(tx, terminal.id, hash, hashToken(secret));
          if (changed === undefined) return undefined;
          const actor = { accountId: null, code: `terminal ${hello.code}` };
          const entry = { action: 'login', entity: 'caster', entity_id: changed.id, ip: address };
          await deps.audit.record(tx, actor, entry);
          return changed;
        });
        return row === undefined ? null : { terminal: directory.put(row), secret };
      },
    };
  }

  return (hello: Hello, password: string, address: string) => {
    const turn = queue.then(() => check(hello, password, address));
    queue = turn.catch(() => {});
    return turn;
  };
}
