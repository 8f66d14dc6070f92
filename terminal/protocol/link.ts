/** An open or opening connection. */
export interface Wire {
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

/** Events of a connection; `closed` is the last one. */
export interface WireEvents {
  opened(): void;
  text(text: string): void;
  binary(bytes: Uint8Array): void;
  closed(): void;
}

/** Starts a connection; events follow asynchronously, never from within the call. */
export type Open = (events: WireEvents, introduction: string) => Wire;

interface LinkDeps extends WireEvents {
  now(): number;
  random(): number;
  /** True while another server could continue what plays: a silent one is given up sooner. */
  isUrgent(): boolean;
  open: (events: WireEvents) => Wire;
  /** Called before a connection on which nothing arrives any more is given up. */
  silent(): void;
}

/**
 * Longest wait before the first attempt after a loss, ms: any time up to it, so that the terminals of a site do not
 * arrive in one instant.
 */
const SPREAD_MS = 200;
/**
 * Backoff: wait after a failed attempt, factor, longest wait; ms. Short, because sound must resume within 5 s after a
 * server start.
 */
const FIRST_WAIT_MS = 300;
const FACTOR = 1.7;
const LONGEST_WAIT_MS = 1_200;
/** Timeouts of a connection that does not open, and of one without messages; µs. */
const PATIENT = { openUs: 5_000_000, silenceUs: 8_000_000 };
/** The same while another server could continue what plays. */
const URGENT = { openUs: 2_000_000, silenceUs: 2_000_000 };

/** A tick that comes later than this after the one before judges nothing: what arrived meanwhile is read after it. */
const HELD_US = 500_000;

/** Keeps one connection up: reconnects with backoff and jitter, and closes a silent one. */
export class Link {
  /** Local time of the last message on the current connection, µs; null without one. */
  heardAt: number | null = null;
  /** Local time of the last message of any connection, µs. */
  receivedAt = 0;
  readonly #deps: LinkDeps;
  #wire: Wire | null = null;
  #openedAt = 0;
  #tickedAt = 0;
  #nextAt: number | null = 0;
  #wait = FIRST_WAIT_MS;
  /** True after the server has admitted this terminal on the current connection. */
  #isSettled = false;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  tick(): void {
    const now = this.#deps.now();
    const isHeld = now - this.#tickedAt > HELD_US;
    this.#tickedAt = now;
    if (this.#wire) {
      if (isHeld) return;
      const { openUs, silenceUs } = this.#deps.isUrgent() ? URGENT : PATIENT;
      const dead = this.heardAt === null ? now - this.#openedAt > openUs : now - this.heardAt > silenceUs;
      if (dead) {
        if (this.heardAt !== null) this.#deps.silent();
        this.reconnect(this.#backoff());
      }
    } else if (this.#nextAt !== null && now >= this.#nextAt) {
      this.#connect(now);
    }
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.heardAt !== null) this.#wire?.send(data);
  }

  /** Resets the backoff once the server has admitted this terminal. */
  settled(): void {
    this.#wait = FIRST_WAIT_MS;
    this.#isSettled = true;
  }

  /** Closes and reconnects after `ms` plus up to a fifth, so that terminals do not reconnect all at once. */
  reconnect(ms: number): void {
    this.#nextAt = this.#deps.now() + ms * (1 + this.#deps.random() / 5) * 1e3;
    this.#drop();
  }

  /** Reconnects at the next tick in any state. */
  restart(): void {
    this.#wait = FIRST_WAIT_MS;
    this.#nextAt = this.#deps.now();
    this.#drop();
  }

  /** Closes and stays closed. */
  stop(): void {
    this.#nextAt = null;
    this.#drop();
  }

  #connect(now: number): void {
    this.#openedAt = now;
    const isCurrent = () => this.#wire === wire;
    const hear = () => {
      this.heardAt = this.#deps.now();
    };
    const receive = () => {
      hear();
      this.receivedAt = this.#deps.now();
    };
    const wire: Wire = this.#deps.open({
      opened: () => {
        if (!isCurrent()) return;
        hear();
        this.#deps.opened();
      },
      text: (text) => {
        if (!isCurrent()) return;
        receive();
        this.#deps.text(text);
      },
      binary: (bytes) => {
        if (!isCurrent()) return;
        receive();
        this.#deps.binary(bytes);
      },
      closed: () => {
        if (isCurrent()) this.reconnect(this.#backoff());
      },
    });
    this.#wire = wire;
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.heardAt = null;
    if (!wire) return;
    wire.close();
    this.#deps.closed();
  }

  /** Wait before the next attempt, ms. */
  #backoff(): number {
    if (this.#isSettled) {
      this.#isSettled = false;
      return SPREAD_MS * this.#deps.random();
    }
    const wait = this.#wait;
    this.#wait = Math.min(wait * FACTOR, LONGEST_WAIT_MS);
    return wait * (0.5 + this.#deps.random() / 3);
  }
}
