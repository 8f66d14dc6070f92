import type { ScaleName } from '../../../contract/entities/terminals/multicast/priorityMap.ts';

/** Rule of a maker, as its manual states it (docs/decisions/0330-priority-maps.md). */
export interface VendorRule {
  scale: Exclude<ScaleName, 'none' | 'algo'>;
  /** True if a stream with the number `next` interrupts one with the number `current`. */
  interrupts(next: number, current: number): boolean;
  /** True if a stream with this number is heard during a call of the device; `limit` is a setting of the device. */
  overCall(number: number, limit: number): boolean;
}

const lower = (next: number, current: number) => next < current;
const higher = (next: number, current: number) => next > current;

export const vendorRules: readonly VendorRule[] = [
  // Calls are an entry of the list of sources.
  { scale: 'axis', interrupts: lower, overCall: (number, limit) => number < limit },
  // Calls have the priority 4.5.
  { scale: 'cyberdata', interrupts: higher, overCall: (number) => number > 4.5 },
  // "Paging Barge": the example of the manual plays numbers of the limit and above.
  { scale: 'grandstream', interrupts: lower, overCall: (number, limit) => number >= limit },
  // "interrupt" is set for each address.
  { scale: 'snom', interrupts: higher, overCall: (number, limit) => number >= limit },
  // "Paging Barge": numbers of equal or higher priority.
  { scale: 'yealink', interrupts: lower, overCall: (number, limit) => number <= limit },
  // Order numbers of one priority; those of the priority "emergency" mute a call.
  { scale: 'zenitel', interrupts: higher, overCall: (number, limit) => number >= limit },
];

/** Device that receives several multicast addresses and plays one of them, by the rule of its maker. */
export class VendorDevice {
  readonly #rule: VendorRule;
  /** Number of each address that it receives. */
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #limit: number;
  /** Time without packets after which a stream is over, µs. */
  readonly #holdUs: number;
  #current: { address: string; stream: number; number: number; lastUs: number } | null = null;
  inCall = false;

  constructor(
    rule: VendorRule,
    numbers: ReadonlyMap<string, number>,
    { limit, holdUs }: { limit: number; holdUs: number },
  ) {
    this.#rule = rule;
    this.#numbers = numbers;
    this.#limit = limit;
    this.#holdUs = holdUs;
  }

  receive(address: string, stream: number, atUs: number): void {
    const number = this.#numbers.get(address);
    if (number === undefined) return;
    if (this.inCall && !this.#rule.overCall(number, this.#limit)) return;
    const current = this.#playing(atUs);
    if (current !== null && current.address !== address && !this.#rule.interrupts(number, current.number))
      return;
    this.#current = { address, stream, number, lastUs: atUs };
  }

  #playing(atUs: number) {
    const current = this.#current;
    if (current === null || current.lastUs + this.#holdUs < atUs) return null;
    return this.inCall && !this.#rule.overCall(current.number, this.#limit) ? null : current;
  }

  /** Stream that sounds; `call`: the call of the device; null: nothing. */
  sounds(atUs: number): number | 'call' | null {
    return this.#playing(atUs)?.stream ?? (this.inCall ? 'call' : null);
  }
}
