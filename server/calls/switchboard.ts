import type { CallEnd } from '../../contract/call.ts';

/** How long it rings before nobody answers, and at each member of a virtual caster that rings one after the other; ms. */
export const RING_MS = 30_000;
export const RING_EACH_MS = 15_000;

/** What a number reaches: one station, or the members of a virtual caster. */
export interface Called {
  name: string;
  stations: readonly number[];
  ring: 'all' | 'order';
}

/** A call that rings or is spoken in. */
export interface Call {
  readonly id: number;
  readonly caller: number;
  readonly number: string;
  readonly name: string;
  readonly priority: number;
  /** Answered by the called station itself, without ringing. */
  readonly through: boolean;
  state: 'ringing' | 'talking';
  /** Where it rings. */
  ringing: Set<number>;
  /** Where it will ring next, one after the other. */
  next: number[];
  /** Who answered. */
  callee: number | null;
  /** Monotonic ms at which ringing ends. */
  until: number;
}

export interface SwitchboardDeps {
  /** Monotonic ms. */
  now(): number;
  isOnline(station: number): boolean;
  /** Speaks already, though in no call. */
  isTaken(station: number): boolean;
  /** A call has begun to ring, rings elsewhere, or was answered. */
  changed(call: Call): void;
  /** A station has left a call, or (`call` null) never came into one; for everybody who was in it, one by one. */
  left(station: number, call: Call | null, reason: CallEnd): void;
  /** After everybody has left. */
  ended(call: Call, reason: CallEnd): void;
}

export interface Dialled {
  caller: number;
  number: string;
  priority: number;
  through: boolean;
  /** Undefined: the number does not exist. */
  called: Called | undefined;
}

/**
 * The state machine of calls (spec 3): idle → ringing → talking → ended. A station is in one call at most; a call of a
 * higher priority breaks into one of a lower. It knows neither sockets nor sound.
 */
export class Switchboard {
  readonly #deps: SwitchboardDeps;
  readonly #calls = new Map<number, Call>();
  readonly #of = new Map<number, Call>();
  #lastId = 0;

  constructor(deps: SwitchboardDeps) {
    this.#deps = deps;
  }

  callOf(station: number): Call | undefined {
    return this.#of.get(station);
  }
  calls(): Iterable<Call> {
    return this.#calls.values();
  }

  /** @returns why it came to nothing, or the call */
  dial({ caller, number, priority, through, called }: Dialled): Call | CallEnd {
    const fail = (reason: CallEnd) => {
      this.#deps.left(caller, null, reason);
      return reason;
    };
    if (this.#of.has(caller) || this.#deps.isTaken(caller)) return fail('busy');
    if (called === undefined) return fail('unknown');
    const others = called.stations.filter((station) => station !== caller);
    if (others.length === 0) return fail(called.stations.length > 0 ? 'self' : 'unknown');
    const there = others.filter((station) => this.#deps.isOnline(station));
    if (there.length === 0) return fail('offline');
    const free = there.filter((station) => this.#isFree(station));
    // Only where nobody is free does a call break into another.
    const reached = free.length > 0 ? free : there.filter((station) => this.#yields(station, priority));
    if (reached.length === 0) return fail('busy');
    this.#lastId += 1;
    const call: Call = {
      id: this.#lastId,
      caller,
      number,
      name: called.name,
      priority,
      through,
      state: 'ringing',
      ringing: new Set(),
      next: called.ring === 'order' ? reached.slice(1) : [],
      callee: null,
      until: 0,
    };
    this.#calls.set(call.id, call);
    this.#of.set(caller, call);
    this.#ring(call, called.ring === 'order' ? reached.slice(0, 1) : reached);
    const [first] = call.ringing;
    if (through && first !== undefined) this.answer(first, call.id);
    return call;
  }

  /** The first to answer wins; the others stop ringing. */
  answer(station: number, id: number): void {
    const call = this.#of.get(station);
    if (call?.id !== id || call.state !== 'ringing' || !call.ringing.has(station)) return;
    call.state = 'talking';
    call.callee = station;
    call.ringing.delete(station);
    for (const other of call.ringing) this.#leave(other, call, 'answered_elsewhere');
    call.ringing.clear();
    call.next = [];
    this.#deps.changed(call);
  }

  /** Hangs up, cancels what one has dialled, or refuses what rings. `reason`: in place of the usual one. */
  hangUp(station: number, id: number, reason?: CallEnd): void {
    const call = this.#of.get(station);
    if (call?.id !== id) return;
    if (call.state === 'talking') this.#end(call, reason ?? 'hung_up');
    else if (call.caller === station) this.#end(call, reason ?? 'cancelled');
    else this.#stopRinging(call, [station], reason ?? 'refused');
  }

  /** Its connection is gone. */
  lost(station: number): void {
    const call = this.#of.get(station);
    if (call !== undefined) this.hangUp(station, call.id, 'lost');
  }

  /** Ends what has rung long enough. */
  tick(): void {
    const now = this.#deps.now();
    // One that was due may have been replaced by another that rings on.
    for (const call of [...this.#calls.values()])
      if (this.#calls.has(call.id) && call.state === 'ringing' && now >= call.until)
        this.#stopRinging(call, [...call.ringing], 'no_answer');
  }

  #isFree(station: number): boolean {
    return !this.#of.has(station) && !this.#deps.isTaken(station);
  }

  #yields(station: number, priority: number): boolean {
    const held = this.#of.get(station);
    return held !== undefined && held.priority < priority;
  }

  /** Rings at these, whose lesser calls end; where one has come into a better call meanwhile, it does not. */
  #ring(call: Call, stations: readonly number[]): void {
    for (const station of stations) {
      const held = this.#of.get(station);
      if (held !== undefined) this.#end(held, 'replaced');
      this.#of.set(station, call);
      call.ringing.add(station);
    }
    const each = call.next.length > 0 ? RING_EACH_MS : RING_MS;
    call.until = this.#deps.now() + each;
    this.#deps.changed(call);
  }

  #stopRinging(call: Call, stations: readonly number[], reason: CallEnd): void {
    for (const station of stations) {
      call.ringing.delete(station);
      this.#leave(station, call, reason);
    }
    if (call.ringing.size > 0) {
      this.#deps.changed(call);
      return;
    }
    for (let next = call.next.shift(); next !== undefined; next = call.next.shift()) {
      const reachable = this.#isFree(next) || this.#yields(next, call.priority);
      if (!reachable || !this.#deps.isOnline(next)) continue;
      this.#ring(call, [next]);
      return;
    }
    this.#end(call, reason === 'lost' ? 'offline' : reason);
  }

  #leave(station: number, call: Call, reason: CallEnd): void {
    this.#of.delete(station);
    this.#deps.left(station, call, reason);
  }

  #end(call: Call, reason: CallEnd): void {
    this.#calls.delete(call.id);
    const everybody = [call.caller, ...call.ringing, ...(call.callee === null ? [] : [call.callee])];
    for (const station of everybody) this.#leave(station, call, reason);
    this.#deps.ended(call, reason);
  }
}
