import { foldedCode } from '../../contract/rules/foldedCode.ts';
import type { SitePerson } from '../../server/air/relaySites/sitePlan.types.ts';
import { createAttempts, targetOf, unknownTarget } from '../../server/platform/auth/attempts.ts';
import { createHashing, type Hashing } from '../../server/platform/auth/passwords/hashing.ts';
import { hashToken, newToken } from '../../server/platform/auth/token.ts';

/** Time without a request after which a session ends, ms. */
const IDLE_MS = 30 * 60_000;

interface Session {
  person: number;
  password_hash: string;
  usedAtMs: number;
}

/** Logins at the emergency console of a relay, against the hashes that it has stored. */
export class ConsolePeople {
  readonly #people: () => readonly SitePerson[] | null;
  readonly #attempts = createAttempts();
  readonly #sessions = new Map<string, Session>();
  #hashing: Hashing | null = null;

  /** @param people accounts that may log in now; null: none any more */
  constructor(people: () => readonly SitePerson[] | null) {
    this.#people = people;
  }

  /**
   * Logs in.
   * @returns the token of the session, or null when account or password are wrong
   * @throws AppError 429 after too many wrong ones
   */
  async logIn(
    name: string,
    password: string,
    address: string,
  ): Promise<{ token: string; person: SitePerson } | null> {
    const code = foldedCode(name.trim());
    const found = (this.#people() ?? []).find((one) => foldedCode(one.code) === code);
    const input = { kind: 'login' as const, name: code, address };
    this.#attempts.check(input);
    const tried = { entity: 'user' as const, id: found?.id ?? null, code: found?.code ?? '', address };
    const target =
      found === undefined ? unknownTarget(code) : targetOf('account', found.id, found.password_hash);
    this.#hashing ??= createHashing();
    const person = await this.#hashing.turn('login', address, (hasher) =>
      this.#attempts.run(
        { tried, kind: 'login', target, address },
        async () => {
          const isRight = await hasher.check(found?.password_hash ?? null, password);
          return isRight && found !== undefined ? found : null;
        },
        input,
      ),
    );
    if (person === null) return null;
    const token = newToken();
    const { id, password_hash } = person;
    this.#sessions.set(hashToken(token), { person: id, password_hash, usedAtMs: performance.now() });
    return { token, person };
  }

  /** Person of a session; null: it has ended, or the account may not log in any more. */
  of(token: string): SitePerson | null {
    const key = hashToken(token);
    const session = this.#sessions.get(key);
    if (session === undefined) return null;
    const person = this.#people()?.find(({ id }) => id === session.person);
    const isIdle = performance.now() - session.usedAtMs > IDLE_MS;
    if (person === undefined || isIdle || person.password_hash !== session.password_hash) {
      this.#sessions.delete(key);
      return null;
    }
    return person;
  }

  /** Keeps the session of a person who has done something. */
  used(token: string): void {
    const session = this.#sessions.get(hashToken(token));
    if (session !== undefined) session.usedAtMs = performance.now();
  }

  logOut(token: string): void {
    this.#sessions.delete(hashToken(token));
  }

  async close(): Promise<void> {
    this.#sessions.clear();
    await this.#hashing?.close();
  }
}
