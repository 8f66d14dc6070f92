import type { FoundTerminal } from '../../../../contract/entities/terminals/device.ts';
import { kindOf } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../../../contract/protocol/terminal.ts';
import type { Connection } from './connection.ts';
import type { GatewayLimits } from './gatewayLimits.ts';
import { isExpected } from './greeting.ts';
import { NetworkLimit } from './networkLimit.ts';
import type { FoundList, TerminalDirectory } from './terminals.types.ts';

/**
 * Connections that are not welcomed: limited per address and in all, so that strangers cannot exhaust the
 * server; those that sent hello are shown on the scan screen. Kept in memory only.
 */
export class PendingTerminals {
  #all = new Set<Connection>();
  #shown = new Map<number, Connection>();
  #ids = new Map<Connection, FoundTerminal>();
  #list: FoundList;
  #directory: TerminalDirectory;
  #limit: NetworkLimit;
  #nextId: () => number;

  /** @param nextId gives the ids of rows */
  constructor(list: FoundList, directory: TerminalDirectory, limits: GatewayLimits, nextId: () => number) {
    this.#list = list;
    this.#directory = directory;
    this.#limit = new NetworkLimit(limits);
    this.#nextId = nextId;
  }

  /** Admits a connection; false when a limit is reached. */
  enter(connection: Connection): boolean {
    if (!this.#limit.enter(connection.address)) return false;
    this.#all.add(connection);
    return true;
  }

  show(connection: Connection, hello: Hello): void {
    const row: FoundTerminal = {
      id: this.#nextId(),
      org: null,
      code: hello.code,
      kind: kindOf(hello),
      role: hello.role,
      name: hello.name ?? '',
      model: hello.model ?? '',
      version: hello.version,
      client_ip: connection.address,
      features: hello.features,
      found_at: Math.floor(Date.now() / 1000),
      known_code: isTaken(this.#directory, hello.code),
      plain_http: false,
    };
    this.#shown.set(row.id, connection);
    this.#ids.set(connection, row);
    this.#list.upsert(row);
  }

  connection(id: number): Connection | undefined {
    return this.#shown.get(id);
  }

  hello(id: number): { hello: Hello; address: string } | undefined {
    const connection = this.#shown.get(id);
    if (!connection?.hello) return undefined;
    return { hello: connection.hello, address: connection.address };
  }

  /** Removes a connection that was welcomed or closed. */
  leave(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    this.#limit.leave(connection.address);
    const row = this.#ids.get(connection);
    if (row === undefined) return;
    this.#ids.delete(connection);
    this.#shown.delete(row.id);
    this.#list.remove(row.id);
  }

  /** Updates connections that wait with a code after it was freed. */
  recheck(code: string): void {
    const known = isTaken(this.#directory, code);
    for (const [connection, row] of this.#ids) {
      if (row.code !== code || row.known_code === known) continue;
      const changed = { ...row, known_code: known };
      this.#ids.set(connection, changed);
      this.#list.upsert(changed);
    }
  }
}

/** Tells if a code is taken; an expected terminal does not take its code from the real one. */
export function isTaken(directory: Pick<TerminalDirectory, 'byCode'>, code: string): boolean {
  const known = directory.byCode(code);
  return known !== undefined && !isExpected(known);
}
