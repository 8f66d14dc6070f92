import type { FoundTerminal } from '../../../../contract/entities/terminals/device.ts';
import { terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import type { GatewayLimits } from './gatewayLimits.ts';
import { NetworkLimit } from './networkLimit.ts';
import { isTaken } from './pendingTerminals.ts';
import type { FoundList, PlainArrival, TerminalDirectory } from './terminals.types.ts';

interface Refused {
  row: FoundTerminal;
  /** Monotonic ms of its last attempt. */
  at: number;
}

/**
 * Terminals that were refused since they came by plain HTTP: on the scan screen as long as they try again, so that a
 * person sees why they are missing. Limited like those that wait for adoption.
 */
export class RefusedByHttp {
  /** Refusals by code, which each welcome looks up, and by address: several may use one code. */
  #byCode = new Map<string, Map<string, Refused>>();
  #byId = new Map<number, Refused>();
  #list: FoundList;
  #directory: TerminalDirectory;
  #limits: GatewayLimits;
  #limit: NetworkLimit;
  #nextId: () => number;

  /** @param nextId gives the ids of rows */
  constructor(list: FoundList, directory: TerminalDirectory, limits: GatewayLimits, nextId: () => number) {
    this.#list = list;
    this.#directory = directory;
    this.#limits = limits;
    this.#limit = new NetworkLimit(limits);
    this.#nextId = nextId;
  }

  add({ code, kind, address }: PlainArrival): void {
    const at = performance.now();
    const sameCode = this.#byCode.get(code) ?? new Map<string, Refused>();
    const known = sameCode.get(address);
    if (known !== undefined) {
      known.at = at;
      return;
    }
    if (!this.#limit.enter(address)) return;
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
    const refused = { row, at };
    this.#byCode.set(code, sameCode.set(address, refused));
    this.#byId.set(row.id, refused);
    this.#list.upsert(row);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  /** Takes one off the list until it comes again; false when it is not on it. */
  remove(id: number): boolean {
    const refused = this.#byId.get(id);
    if (refused === undefined) return false;
    this.#delete(refused);
    return true;
  }

  /** Removes the rows of a code, whose terminal has come by HTTPS. */
  arrived(code: string): void {
    for (const refused of [...(this.#byCode.get(code)?.values() ?? [])]) this.#delete(refused);
  }

  /** Removes those that do not try any more. */
  sweep(): void {
    const since = performance.now() - this.#limits.refusedMs;
    for (const refused of this.#byId.values()) if (refused.at < since) this.#delete(refused);
  }

  #delete({ row }: Refused): void {
    this.#byId.delete(row.id);
    const sameCode = this.#byCode.get(row.code);
    sameCode?.delete(row.client_ip);
    if (sameCode?.size === 0) this.#byCode.delete(row.code);
    this.#limit.leave(row.client_ip);
    this.#list.remove(row.id);
  }
}
