import { kindOf } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../../contract/protocol/terminal.ts';
import { foldedCode } from '../../../contract/rules/foldedCode.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { type Attempts, targetOf, unknownTarget } from '../../platform/auth/attempts.ts';
import type { LoginJournal } from '../../platform/auth/away/loginJournal.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import type { Proofs } from '../../platform/auth/proofs.ts';
import { hashToken, newToken } from '../../platform/auth/token.ts';
import type { Db } from '../../platform/db/client.ts';
import { isNotStored, withTimeLimit } from '../../platform/db/timeLimit.ts';
import { networkOf } from '../../platform/http/address.ts';
import type { Directory } from '../terminals/directory.ts';
import type { StationLogin } from '../terminals/gateway/terminals.types.ts';
import * as repository from './caster.repository.ts';
import type { CasterAccounts } from './casterAccounts.ts';

/** Time to store a login, ms; after it the login is valid, and is stored when the database is back. */
const STORE_MS = 2_000;
/** Time to verify a proof in the database, ms. */
const PROOF_MS = 1_000;

/** Verifies a proof that a station has sent; while the database is away it counts as none. */
async function verifiedProof(lookup: ReturnType<Proofs['find']>): ReturnType<Proofs['find']> {
  try {
    return await withTimeLimit(lookup, PROOF_MS);
  } catch (error) {
    if (isNotStored(error)) return undefined;
    throw error;
  }
}

/**
 * Makes the function that logs call stations in by account and password. One login at a time, as for zone
 * passwords; a station with the proof of an earlier login does not wait in that queue and has its own count
 * of failures.
 *
 * @returns a login to complete, or null when account or password are wrong or the account is disabled
 * @throws AppError 429 after too many failures, or while too many others wait
 */
export function createCasterLogin(deps: {
  db: Db;
  audit: Audit;
  directory: Directory;
  accounts: CasterAccounts;
  attempts: Attempts;
  proofs: Proofs;
  hashing: Pick<Hashing, 'turn'>;
  journal: LoginJournal;
  /** Called once the database has stored the login of a station, or rejected it. */
  settled: (id: number) => unknown;
}) {
  const { directory, accounts } = deps;
  let queue: Promise<unknown> = Promise.resolve();

  /** @param known the token of a proof that is valid for some account */
  async function check(
    hello: Hello,
    password: string,
    address: string,
    known: string | undefined,
  ): Promise<StationLogin | null> {
    const input = { kind: 'station', name: foldedCode(hello.code), address } as const;
    if (known === undefined) deps.attempts.check(input);
    const turn = known === undefined ? 'terminal' : 'known';
    const found = await deps.hashing.turn(turn, known ?? networkOf(address), async (hasher) => {
      const terminal = directory.byCode(hello.code);
      const account = terminal?.kind === 'caster' ? accounts.get(terminal.id) : undefined;
      const hash = account?.password_hash ?? null;
      const shown =
        account && hello.proof !== undefined
          ? await verifiedProof(deps.proofs.find({ terminal_id: account.terminal_id }, [hello.proof]))
          : undefined;
      const target = account ? targetOf('caster', account.terminal_id, hash) : unknownTarget(input.name);
      const id = account?.terminal_id ?? null;
      const tried = { entity: 'caster', id, code: account ? (terminal?.code ?? '') : '', address } as const;
      const attempt = shown
        ? { tried, own: `proof ${shown.id}` }
        : { tried, kind: input.kind, target, address };
      const verify = async () => {
        const right = await hasher.check(hash, password);
        const isWelcome = right && kindOf(hello) === 'caster' && account?.disabled === false;
        return isWelcome && terminal !== undefined && hash !== null ? { terminal, hash, shown } : null;
      };
      return deps.attempts.run(attempt, verify, shown ? undefined : input);
    });
    if (found === null) return null;
    const { terminal, hash, shown } = found;
    return {
      async admit() {
        const secret = newToken();
        const secret_hash = hashToken(secret);
        const actor = { accountId: null, code: `terminal ${hello.code}` };
        const entry = { action: 'login', entity: 'caster', entity_id: terminal.id, ip: address };
        const stored = deps.db.transaction(async (tx) => {
          const row = await repository.newSecret(tx, terminal.id, hash, secret_hash);
          if (row === undefined) return undefined;
          const { token } = await deps.proofs.renew(tx, { terminal_id: terminal.id }, shown, false);
          await deps.audit.record(tx, actor, entry);
          return { row, proof: token };
        });
        try {
          const made = await withTimeLimit(stored, STORE_MS);
          return made === undefined ? null : { terminal: directory.put(made.row), secret, proof: made.proof };
        } catch (error) {
          if (!isNotStored(error)) throw error;
        }
        // Stored when the database is back, unless the password was changed or the account disabled by then.
        const held = directory.put({ ...terminal.row, secret_hash });
        const change = { do: 'station' as const, terminal_id: terminal.id, password_hash: hash, secret_hash };
        deps.journal.add('site', { logins: [change], audit: [{ actor, entry }] });
        void deps.journal.stored('site').then(() => deps.settled(terminal.id));
        return { terminal: held, secret, ...(hello.proof === undefined ? {} : { proof: hello.proof }) };
      },
    };
  }

  return (hello: Hello, password: string, address: string) => {
    const known = hello.proof === undefined ? undefined : deps.proofs.known([hello.proof]);
    if (known !== undefined) return check(hello, password, address, known);
    const turn = queue.then(() => check(hello, password, address, undefined));
    queue = turn.catch(() => {});
    return turn;
  };
}
