import { PACKET_US } from '../../../../contract/protocol/audio.ts';

/** Packet of 20 ms of the stream that a group plays. */
export interface Slot {
  at_us: number;
  stream: number;
  gain: number;
  /** Place in the priority map of the group. */
  level: number;
  /** Null: nothing arrived for this time. */
  packet: Uint8Array | null;
  /** True for the first one after a pause, or of another stream. */
  isFirst: boolean;
}

interface Route {
  from_us: number;
  stream: number | null;
  gain: number;
  /** Place in the priority map of the group; 0 without one. */
  level?: number;
}

interface Held {
  at_us: number;
  packet: Uint8Array;
}

/** Longest gap that is filled with silence, µs; after it the stream pauses. */
const FILLED_US = 200_000;

/**
 * Packets of all streams of a group, and the routes that say which of them plays when. `take` gives the slots in order
 * of time.
 */
export class GroupQueue {
  readonly #held = new Map<number, Held[]>();
  #routes: Route[] = [];
  /** End of the last slot; null: it paused. */
  #endUs: number | null = null;
  #last: number | null = null;

  add(stream: number, at_us: number, packets: readonly Uint8Array[]): void {
    const held = this.#held.get(stream) ?? [];
    this.#held.set(stream, held);
    for (const [i, packet] of packets.entries()) held.push({ at_us: at_us + i * PACKET_US, packet });
  }

  cut(stream: number, from_us: number): void {
    const held = this.#held.get(stream);
    if (held === undefined) return;
    const rest = held.filter(({ at_us }) => at_us < from_us);
    if (rest.length === 0) this.#held.delete(stream);
    else this.#held.set(stream, rest);
  }

  route(route: Route): void {
    this.#routes = this.#routes.filter(({ from_us }) => from_us < route.from_us);
    this.#routes.push(route);
  }

  /** Takes the next slot; null: none has arrived yet. */
  take(): Slot | null {
    for (;;) {
      const [route, next] = this.#routes;
      if (route === undefined) return null;
      const untilUs = next?.from_us ?? Number.POSITIVE_INFINITY;
      const slot = route.stream === null ? null : this.#of(route, route.stream, untilUs);
      if (slot !== null) return slot;
      if (next === undefined) return null;
      this.#routes.shift();
    }
  }

  /** Next slot of a route before a time. */
  #of({ from_us, gain, level = 0 }: Route, stream: number, untilUs: number): Slot | null {
    const held = this.#held.get(stream);
    const isSame = this.#last === stream;
    const atUs = Math.max(from_us, isSame ? (this.#endUs ?? 0) : 0);
    // A packet that begins up to half a slot before the route belongs to it: grids of streams differ.
    while (held !== undefined && (held[0]?.at_us ?? atUs) < atUs - PACKET_US / 2) held.shift();
    const first = held?.[0];
    if (first === undefined || first.at_us >= untilUs) return null;
    const gapUs = first.at_us - atUs;
    const isPaused = !isSame || this.#endUs === null;
    if (!isPaused && gapUs >= PACKET_US && gapUs <= FILLED_US) {
      this.#endUs = atUs + PACKET_US;
      return { at_us: atUs, stream, gain, level, packet: null, isFirst: false };
    }
    held?.shift();
    this.#last = stream;
    this.#endUs = first.at_us + PACKET_US;
    const isFirst = isPaused || gapUs > FILLED_US;
    return { at_us: first.at_us, stream, gain, level, packet: first.packet, isFirst };
  }

  /** Discards packets that are too old to be sent. */
  forget(beforeUs: number): void {
    for (const [stream, held] of this.#held) {
      const first = held.findIndex(({ at_us }) => at_us >= beforeUs);
      if (first < 0) this.#held.delete(stream);
      else if (first > 0) held.splice(0, first);
    }
  }
}
