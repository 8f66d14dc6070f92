import type { CallEnd } from '../../../contract/protocol/call.ts';

/** Ringing time, and ringing time per member of a virtual caster that rings its members in order; ms. */
export const RING_MS = 30_000;
export const RING_EACH_MS = 15_000;

/** Called party of a number: one station, or the members of a virtual caster. */
export interface Called {
  name: string;
  stations: readonly number[];
  ring: 'all' | 'order';
}

/** A call that rings or is connected. */
export interface Call {
  readonly id: number;
  readonly caller: number;
  readonly number: string;
  readonly name: string;
  readonly priority: number;
  /** Connected at once without ringing (call mode `through`). */
  readonly through: boolean;
  state: 'ringing' | 'talking';
  /** Stations that ring. */
  ringing: Set<number>;
  /** Stations that ring next, one after the other. */
  next: number[];
  /** Station that answered. */
  callee: number | null;
  /** End of ringing, monotonic ms. */
  until: number;
}

export interface SwitchboardDeps {
  /** Monotonic ms. */
  now(): number;
  isOnline(station: number): boolean;
  /** Tells if a station speaks without being in a call. */
  isTaken(station: number): boolean;
  /** Called when a call has begun to ring, rings elsewhere, or was answered. */
  changed(call: Call): void;
  /** Called for each station that has left a call, or (`call` null) never got into one. */
  left(station: number, call: Call | null, reason: CallEnd): void;
  /** Called after all stations have left. */
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
 * State machine of calls: idle → ringing → talking → ended. A station is in one call at most; a call of
 * higher priority replaces one of lower priority. Independent of sockets and sound.
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

  /** @returns the call, or the reason of a failure */
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
    // Only when no station is free may the call replace another.
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

  /** The first answer connects; all others stop ringing. */
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

  /** Hangs up, cancels a dialled call, or refuses a ringing one. `reason`: replaces the default one. */
  hangUp(station: number, id: number, reason?: CallEnd): void {
    const call = this.#of.get(station);
    if (call?.id !== id) return;
    if (call.state === 'talking') this.#end(call, reason ?? 'hung_up');
    else if (call.caller === station) this.#end(call, reason ?? 'cancelled');
    else this.#stopRinging(call, [station], reason ?? 'refused');
  }

  /** Ends the part of a station whose connection is gone. */
  lost(station: number): void {
    const call = this.#of.get(station);
    if (call !== undefined) this.hangUp(station, call.id, 'lost');
  }

  /** Ends ringing that has timed out. */
  tick(): void {
    const now = this.#deps.now();
    // A call in the list may have been replaced by another one that still rings.
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

  /** Rings stations and ends their calls of lower priority. */
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
    const participants = [call.caller, ...call.ringing, ...(call.callee === null ? [] : [call.callee])];
    for (const station of participants) this.#leave(station, call, reason);
    this.#deps.ended(call, reason);
  }
}
