import type { FoundTerminal } from '../../../../contract/entities/terminals/device.ts';
import { terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import { networkOf } from '../../../platform/http/address.ts';
import type { GatewayLimits } from './gatewayLimits.ts';
import { isTaken } from './pendingTerminals.ts';
import type { FoundList, PlainArrival, TerminalDirectory } from './terminals.types.ts';

interface Held {
  row: FoundTerminal;
  network: string;
  /** Monotonic ms of its last attempt. */
  at: number;
}

/**
 * Terminals that were refused since they came by plain HTTP: on the scan screen as long as they try again, so that a
 * person sees why they are missing. Limited like those that wait for adoption.
 */
export class RefusedByHttp {
  #held = new Map<string, Held>();
  #perNetwork = new Map<string, number>();
  #list: FoundList;
  #directory: TerminalDirectory;
  #limits: GatewayLimits;
  #nextId: () => number;

  constructor(list: FoundList, directory: TerminalDirectory, limits: GatewayLimits, nextId: () => number) {
    this.#list = list;
    this.#directory = directory;
    this.#limits = limits;
    this.#nextId = nextId;
  }

  take({ code, kind, address }: PlainArrival): void {
    const key = `${code} ${address}`;
    const at = performance.now();
    const held = this.#held.get(key);
    if (held !== undefined) {
      held.at = at;
      return;
    }
    const network = networkOf(address);
    const same = this.#perNetwork.get(network) ?? 0;
    if (same >= this.#limits.waitingPerAddress || this.#held.size >= this.#limits.waiting) return;
    this.#perNetwork.set(network, same + 1);
    const row: FoundTerminal = {
      id: this.#nextId(),
      org: null,
      code,
      kind,
      role: kind && terminalKinds[kind].role,
      name: '',
      model: '',
      version: '',
      client_ip: address,
      features: [],
      found_at: Math.floor(Date.now() / 1000),
      known_code: isTaken(this.#directory, code),
      plain_http: true,
    };
    this.#held.set(key, { row, network, at });
    this.#list.upsert(row);
  }

  has(id: number): boolean {
    return this.#held.values().some(({ row }) => row.id === id);
  }

  /** Takes one off the list until it comes again; false when it is not on it. */
  remove(id: number): boolean {
    return this.#removeIf(({ row }) => row.id === id);
  }

  /** Removes the rows of a code, whose terminal has come by HTTPS. */
  arrived(code: string): void {
    this.#removeIf(({ row }) => row.code === code);
  }

  /** Removes those that do not try any more. */
  sweep(): void {
    const since = performance.now() - this.#limits.refusedMs;
    this.#removeIf(({ at }) => at < since);
  }

  #removeIf(isGone: (held: Held) => boolean): boolean {
    let some = false;
    for (const [key, held] of this.#held) {
      if (!isGone(held)) continue;
      some = true;
      this.#held.delete(key);
      const same = (this.#perNetwork.get(held.network) ?? 1) - 1;
      if (same > 0) this.#perNetwork.set(held.network, same);
      else this.#perNetwork.delete(held.network);
      this.#list.remove(held.row.id);
    }
    return some;
  }
}
