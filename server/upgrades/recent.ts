/** The last keys that were added, at most so many. */
export class Recent {
  readonly #keys = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    const [first] = this.#keys;
    if (this.#keys.size > this.#most && first !== undefined) this.#keys.delete(first);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}
