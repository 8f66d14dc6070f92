import type { RequestNames } from '../../contract/requestNames.ts';
import type { Caller } from '../auth/callers.ts';

/** So many requests that were taken back are known; one comes late by seconds. */
const REMEMBERED = 1000;

/** Requests that their senders have taken back, and which may still be on their way. */
export class TakenBack {
  readonly #keys = new Set<string>();

  /** Remembers what a request takes back, before anything else is done about it. */
  remember({ accountId }: Pick<Caller, 'accountId'>, { instead_of }: RequestNames): void {
    for (const one of instead_of) {
      const key = `${accountId} ${one}`;
      this.#keys.delete(key);
      this.#keys.add(key);
      const [first] = this.#keys;
      if (this.#keys.size > REMEMBERED && first !== undefined) this.#keys.delete(first);
    }
  }

  /** Whether a request was taken back before it came. */
  has({ accountId }: Pick<Caller, 'accountId'>, { request }: RequestNames): boolean {
    return request !== undefined && this.#keys.has(`${accountId} ${request}`);
  }
}
