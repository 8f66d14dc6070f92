import type { SecretStore } from './sessionDeps.ts';

/**
 * Secret of a terminal, which the server may replace. The previous one is tried when the new one is refused: a site
 * that was restored from an older backup knows only that.
 */
export class Secret {
  readonly #store: SecretStore;
  #triesPrevious = false;

  constructor(store: SecretStore) {
    this.#store = store;
  }

  /** Secret for the next hello; undefined: none. */
  get(): string | undefined {
    return (this.#triesPrevious ? this.#store.previous() : undefined) ?? this.#store.get();
  }

  /** Sets the secret of a new adoption; undefined: deletes all. */
  set(secret: string | undefined): void {
    this.#triesPrevious = false;
    this.#store.set(secret);
  }

  /** Replaces the secret in use. Returns true if the new one would survive a power cut from now on. */
  renew(secret: string): boolean {
    const isDurable = this.#store.set(secret, this.get());
    this.#triesPrevious = false;
    return isDurable;
  }

  /** Called when the server has refused the secret: the next hello contains the other one, if there is one. */
  refused(): void {
    this.#triesPrevious = !this.#triesPrevious && this.#store.previous() !== undefined;
  }
}
