/** Messages of one address in a row, and then in each second, beyond which they are dropped. */
const BURST = 500;
const PER_SECOND = 200;
/** Interval in which an address is named in the log at most once, ms. */
const LOG_EVERY_MS = 60_000;
const MAX_ADDRESSES = 1_000;

interface Source {
  tokens: number;
  atMs: number;
  loggedMs: number;
  /** Messages refused since the last line of the log. */
  refused: number;
}

/** Log of refused messages. */
export interface GuardLog {
  warn(details: object, message: string): void;
}

/** Accepts messages from addresses that this side talks to, and no more of them than a peer has reason to send. */
export class PeerGuard {
  readonly #allowed = new Set<string>();
  readonly #sources = new Map<string, Source>();
  readonly #log: GuardLog;
  readonly #now: () => number;

  constructor(log: GuardLog, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
  }

  /** Accepts messages from an address from now on. */
  allow(address: string): void {
    this.#allowed.add(address);
  }

  /** Tells if a message that has come from an address is read. */
  admits(address: string): boolean {
    if (!this.#allowed.has(address)) {
      this.refuse(address, 'not an address of a known device');
      return false;
    }
    const source = this.#source(address);
    const now = this.#now();
    source.tokens = Math.min(BURST, source.tokens + ((now - source.atMs) / 1000) * PER_SECOND);
    source.atMs = now;
    if (source.tokens < 1) {
      this.refuse(address, 'too many messages');
      return false;
    }
    source.tokens--;
    return true;
  }

  /** Logs a refused message; one line for each address and minute. */
  refuse(address: string, reason: string): void {
    const source = this.#source(address);
    const now = this.#now();
    source.refused++;
    if (now - source.loggedMs < LOG_EVERY_MS) return;
    source.loggedMs = now;
    this.#log.warn({ address, reason, refused: source.refused }, 'SIP messages are refused');
    source.refused = 0;
  }

  #source(address: string): Source {
    const known = this.#sources.get(address);
    if (known !== undefined) return known;
    // Forged addresses must not fill the memory.
    const [oldest] = this.#sources.keys();
    if (this.#sources.size >= MAX_ADDRESSES && oldest !== undefined) this.#sources.delete(oldest);
    const source = { tokens: BURST, atMs: this.#now(), loggedMs: Number.NEGATIVE_INFINITY, refused: 0 };
    this.#sources.set(address, source);
    return source;
  }
}
