import type { RequestNames } from '../../../contract/api/requestNames.ts';
import type { Caller } from '../auth/callers.ts';

/** Number of withdrawn requests that are remembered; a request may be late by seconds. */
const REMEMBERED = 1000;

/** Requests that their senders have withdrawn and that may still arrive. */
export class RevokedKeys {
  readonly #keys = new Set<string>();

  /** Remembers the requests that a request withdraws. Called before the request is processed. */
  remember({ accountId }: Pick<Caller, 'accountId'>, { instead_of }: RequestNames): void {
    for (const one of instead_of) {
      const key = `${accountId} ${one}`;
      this.#keys.delete(key);
      this.#keys.add(key);
      const [first] = this.#keys;
      if (this.#keys.size > REMEMBERED && first !== undefined) this.#keys.delete(first);
    }
  }

  /** Tells if a request was withdrawn before it arrived. */
  has({ accountId }: Pick<Caller, 'accountId'>, { request }: RequestNames): boolean {
    return request !== undefined && this.#keys.has(`${accountId} ${request}`);
  }
}
