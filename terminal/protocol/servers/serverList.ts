/**
 * Addresses of the system's servers, in the order in which they are tried: the configured one, and those that its
 * `welcome` has named.
 */
export class ServerList {
  readonly #own: () => string;
  /** Configured address from whose system the others were learnt. */
  #learntAt: string;
  #others: readonly string[] = [];
  #tried = 0;

  /** @param own the configured address, `http(s)://HOST:PORT` or `ws(s)://…`; may change */
  constructor(own: () => string) {
    this.#own = own;
    this.#learntAt = own();
  }

  /** Address of the next connection. */
  get current(): string {
    this.#follow();
    const all = [this.#learntAt, ...this.#others];
    return all[this.#tried % all.length] as string;
  }

  /** True when the system has further servers. */
  get hasOthers(): boolean {
    return this.#others.length > 0;
  }

  /** Takes the addresses of a welcome. Never goes from HTTPS to an address that would show the secret. */
  learn(servers: readonly string[]): void {
    const { current } = this;
    const isProtected = protocolOf(this.#learntAt) === 'https:';
    const known = new Set([originOf(this.#learntAt)]);
    this.#others = servers.filter((one) => {
      const origin = originOf(one);
      if (origin === null || known.has(origin) || (isProtected && protocolOf(one) !== 'https:')) return false;
      known.add(origin);
      return true;
    });
    this.#tried = Math.max(0, [this.#learntAt, ...this.#others].indexOf(current));
  }

  /** A connection to the current address was not answered: the next one is tried. */
  failed(): void {
    this.#follow();
    this.#tried++;
  }

  /** Forgets the others when a person has set another address: they belong to the system of before. */
  #follow(): void {
    const own = this.#own();
    if (own === this.#learntAt) return;
    this.#learntAt = own;
    this.#others = [];
    this.#tried = 0;
  }
}

function urlOf(address: string): URL | null {
  const url = URL.parse(address.replace(/^ws/, 'http'));
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

const originOf = (address: string) => urlOf(address)?.origin ?? null;
const protocolOf = (address: string) => urlOf(address)?.protocol ?? null;
