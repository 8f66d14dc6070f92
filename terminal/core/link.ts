/** An open or opening connection. */
export interface Wire {
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** What a connection tells; after `closed` it says nothing more. */
export interface WireEvents {
  opened(): void;
  text(text: string): void;
  binary(bytes: Uint8Array): void;
  closed(): void;
}

/** Begins a connection; events come later, never from within the call. */
export type Open = (events: WireEvents) => Wire;

interface LinkDeps extends WireEvents {
  now(): number;
  random(): number;
  open: Open;
}

/** Backoff: first wait, factor, longest wait. Short, for sound must be back within 5 s of a server's start; ms. */
const FIRST_WAIT_MS = 300;
const FACTOR = 1.7;
const LONGEST_WAIT_MS = 1_200;
/** A connection that does not open, and one on which nothing is heard, is given up; µs. */
const OPEN_US = 5_000_000;
const SILENCE_US = 8_000_000;

/** Keeps one connection up: reconnects with backoff and jitter, gives up one that has gone silent. */
export class Link {
  /** Local time at which something was last heard on the present connection, µs; null without one. */
  heardAt: number | null = null;
  private readonly deps: LinkDeps;
  private wire: Wire | null = null;
  private openedAt = 0;
  private nextAt: number | null = 0;
  private wait = FIRST_WAIT_MS;

  constructor(deps: LinkDeps) {
    this.deps = deps;
  }

  tick(): void {
    const now = this.deps.now();
    if (this.wire) {
      const dead = this.heardAt === null ? now - this.openedAt > OPEN_US : now - this.heardAt > SILENCE_US;
      if (dead) this.reconnect(this.backoff());
    } else if (this.nextAt !== null && now >= this.nextAt) {
      this.connect(now);
    }
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.heardAt !== null) this.wire?.send(data);
  }

  /** The server has taken this terminal: the next failure starts with a short wait again. */
  settled(): void {
    this.wait = FIRST_WAIT_MS;
  }

  /** Closes and connects again after `ms`, or up to a fifth more, so that terminals do not come all at once. */
  reconnect(ms: number): void {
    this.nextAt = this.deps.now() + ms * (1 + this.deps.random() / 5) * 1e3;
    this.drop();
  }

  /** Connects at the next tick, whatever was before. */
  restart(): void {
    this.wait = FIRST_WAIT_MS;
    this.nextAt = this.deps.now();
    this.drop();
  }

  /** Closes and stays closed. */
  stop(): void {
    this.nextAt = null;
    this.drop();
  }

  private connect(now: number): void {
    this.openedAt = now;
    const mine = () => this.wire === wire;
    const hear = () => {
      this.heardAt = this.deps.now();
    };
    const wire: Wire = this.deps.open({
      opened: () => {
        if (!mine()) return;
        hear();
        this.deps.opened();
      },
      text: (text) => {
        if (!mine()) return;
        hear();
        this.deps.text(text);
      },
      binary: (bytes) => {
        if (!mine()) return;
        hear();
        this.deps.binary(bytes);
      },
      closed: () => {
        if (mine()) this.reconnect(this.backoff());
      },
    });
    this.wire = wire;
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    this.heardAt = null;
    if (!wire) return;
    wire.close();
    this.deps.closed();
  }

  private backoff(): number {
    const wait = this.wait;
    this.wait = Math.min(wait * FACTOR, LONGEST_WAIT_MS);
    return wait * (0.5 + this.deps.random() / 3);
  }
}
