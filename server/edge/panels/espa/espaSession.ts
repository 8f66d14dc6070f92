import { blockOf, CALL, control, enquiry, type Token } from './espaFrame.ts';

/** Interval at which this server polls as the control station, time for an answer, and life of a poll; ms. */
const POLL_MS = 500;
const ANSWER_MS = 1_000;
/** Attempts to send a block, and prefix of NAK for a block that was received with errors. */
const MAX_ATTEMPTS = 3;
const TRANSMISSION_ERROR = '1';

type Records = readonly (readonly [string, string])[];
type State = 'idle' | 'polling' | 'selecting' | 'sent';

export interface SessionDeps {
  /** Address of this server, and of the other side. */
  station: string;
  peer: string;
  /** True: this server is the control station. */
  polls: boolean;
  send(bytes: Buffer): void;
  /** Takes the records of a call. */
  call(records: ReadonlyMap<string, string>): void;
  /** Called when a call was acknowledged, or given up after several attempts. */
  done(id: number, isTaken: boolean): void;
}

const single = (char: number) => Buffer.from([char]);

/** One side of an ESPA 4.4.4 connection (sections 3.1 to 3.5). It has no timers: `tick` is called often. */
export class EspaSession {
  readonly #deps: SessionDeps;
  readonly #waiting: { id: number; block: Buffer }[] = [];
  #state: State = 'idle';
  #attempts = 0;
  #sinceMs = Number.NEGATIVE_INFINITY;
  /** Station that was polled last: the next enquiry selects. */
  #polled: { address: string; atMs: number } | null = null;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  /** Queues a call. */
  add(id: number, records: Records): void {
    this.#waiting.push({ id, block: blockOf(CALL, records) });
  }

  take(token: Token, nowMs: number): void {
    switch (token.type) {
      case 'enquiry':
        this.#enquired(token.address, nowMs);
        break;
      case 'eot':
        this.#polled = null;
        if (this.#state === 'polling') this.#enter('idle', nowMs);
        break;
      case 'block':
        this.#received(token, nowMs);
        break;
      case 'ack':
        this.#accepted(nowMs);
        break;
      case 'nak':
        if (this.#state === 'selecting' || this.#state === 'sent') this.#failed(nowMs);
        break;
    }
  }

  /** Polls, selects, and gives up what was not answered. */
  tick(nowMs: number): void {
    const ageMs = nowMs - this.#sinceMs;
    if (this.#state === 'polling' && ageMs >= ANSWER_MS) this.#end(nowMs);
    else if (this.#state !== 'idle' && this.#state !== 'polling' && ageMs >= ANSWER_MS) this.#failed(nowMs);
    else if (this.#state === 'idle' && this.#deps.polls && (this.#waiting.length > 0 || ageMs >= POLL_MS)) {
      const { station, peer } = this.#deps;
      const isSelecting = this.#waiting.length > 0;
      if (isSelecting) this.#deps.send(enquiry(station));
      else this.#polled = { address: peer, atMs: nowMs };
      this.#deps.send(enquiry(peer));
      this.#enter(isSelecting ? 'selecting' : 'polling', nowMs);
    }
  }

  #enter(state: State, nowMs: number): void {
    this.#state = state;
    this.#sinceMs = nowMs;
  }

  #end(nowMs: number): void {
    this.#polled = null;
    this.#deps.send(single(control.EOT));
    this.#enter('idle', nowMs);
  }

  #enquired(address: string, nowMs: number): void {
    const polled = this.#polled !== null && nowMs - this.#polled.atMs < ANSWER_MS ? this.#polled : null;
    const { station, peer, send } = this.#deps;
    if (polled !== null) {
      // The polled station selects this one.
      this.#polled = null;
      if (address !== station) return;
      send(single(control.ACK));
      this.#enter('idle', nowMs);
      return;
    }
    if (address !== station) {
      this.#polled = { address, atMs: nowMs };
      return;
    }
    if (this.#waiting.length === 0) send(single(control.EOT));
    else {
      send(enquiry(peer));
      this.#enter('selecting', nowMs);
    }
  }

  #received({ header, records }: Extract<Token, { type: 'block' }>, nowMs: number): void {
    if (records === null) {
      this.#deps.send(Buffer.from([TRANSMISSION_ERROR.charCodeAt(0), control.NAK]));
      return;
    }
    this.#deps.send(single(control.ACK));
    this.#enter('idle', nowMs);
    if (header === CALL) this.#deps.call(records);
  }

  #accepted(nowMs: number): void {
    const next = this.#waiting[0];
    if (next === undefined) return;
    if (this.#state === 'selecting') {
      this.#deps.send(next.block);
      this.#enter('sent', nowMs);
    } else if (this.#state === 'sent') {
      this.#finish(true);
      this.#end(nowMs);
    }
  }

  #failed(nowMs: number): void {
    this.#attempts += 1;
    if (this.#attempts >= MAX_ATTEMPTS) this.#finish(false);
    this.#end(nowMs);
  }

  #finish(isTaken: boolean): void {
    this.#attempts = 0;
    const done = this.#waiting.shift();
    if (done !== undefined) this.#deps.done(done.id, isTaken);
  }
}
