import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import { type Hello, type TerminalSettings, terminalSettings } from '../../../contract/protocol/terminal.ts';
import { foldedCode } from '../../../contract/rules/foldedCode.ts';
import type { KnownTerminal } from './gateway/terminals.types.ts';
import type { Seen, TerminalRow } from './terminal.repository.ts';
import type { ExposedSecret } from './terminal.table.ts';

/** Own name of a terminal, by its hello; empty: it reports none. */
export const ownName = ({ name }: Pick<Hello, 'name'>): string => name?.trim() ?? '';

/** Settings that a terminal is sent; how this server reaches a panel of another make, or a phone, is not for terminals. */
function sentSettings({ kind, details }: Pick<TerminalRow, 'kind' | 'details'>): object {
  const {
    panel: _panel,
    phone: _phone,
    ...sent
  } = { panel: null, phone: null, ...settingsOf(kind, details) };
  return sent;
}

/**
 * Adopted terminal in memory: its stored row, and its self-reported facts, which are newer here than in the
 * database.
 */
export class AdoptedTerminal implements KnownTerminal {
  row: TerminalRow;
  seen: Seen;
  #exposed: ExposedSecret | null;

  constructor(row: TerminalRow) {
    this.row = row;
    this.#exposed = row.exposed_secret;
    const { id, dev_name, client_ip, relay_id, client_version, ICCID, features } = row;
    this.seen = {
      id,
      dev_name,
      client_ip,
      relay_id,
      client_version,
      ICCID,
      features,
      last_login_time: row.last_login_time ?? 0,
    };
  }

  get id(): number {
    return this.row.id;
  }
  get code(): string {
    return this.row.code;
  }
  get kind(): TerminalKind {
    return this.row.kind;
  }
  get org(): number | null {
    return this.row.org;
  }
  get secret_hash(): string {
    return this.row.secret_hash;
  }
  /** True when its present secret was sent by plain HTTP. */
  get isSecretExposed(): boolean {
    return this.#exposed?.hash === this.row.secret_hash;
  }
  get next_secret_hash(): string | null {
    return this.isSecretExposed ? (this.#exposed?.next ?? null) : null;
  }
  get settings(): TerminalSettings {
    const { kind, name, dev_name2, ao_volume, ai_volume, call_number } = this.row;
    const own = kind in terminalSettings.shape ? { [kind]: sentSettings(this.row) } : {};
    const isCalled = (kind === 'caster' || kind === 'dialogue') && call_number !== '';
    return { name: dev_name2 || name, ao_volume, ai_volume, ...(isCalled ? { call_number } : {}), ...own };
  }

  /** @param next hash of the secret that replaces the present one */
  exposeSecret(next: string | null): void {
    this.#exposed = { hash: this.row.secret_hash, next };
  }

  /** Takes a row of the same or a later revision; a replacement of the secret may be newer here than in the row. */
  take(row: TerminalRow): void {
    this.row = row;
    const isStored = row.exposed_secret?.hash === row.secret_hash;
    if (this.next_secret_hash === null && isStored) this.#exposed = row.exposed_secret;
  }

  /** @param at epoch s */
  reached(address: string, at: number): void {
    this.seen = { ...this.seen, client_ip: address, last_login_time: at };
  }

  /** @param relay_id relay through which it came; null: directly */
  welcomed(hello: Hello, address: string, relay_id: number | null, at: number): void {
    this.seen = {
      id: this.id,
      dev_name: ownName(hello),
      client_ip: address,
      relay_id,
      client_version: hello.version,
      ICCID: hello.ICCID ?? this.seen.ICCID,
      features: hello.features,
      last_login_time: at,
    };
  }
}

/**
 * All adopted terminals in memory, so that thousands that reconnect at once cause no queries. Updated only
 * after a commit; older revisions are ignored.
 */
export class Directory {
  #byId = new Map<number, AdoptedTerminal>();
  #byCode = new Map<string, AdoptedTerminal>();
  /** Number of adopted terminals by kind, counted when it is asked for; null: changed since. */
  #adopted: Map<TerminalKind, number> | null = null;
  /** Terminals by the code in lower case. */
  #byFolded = new Map<string, AdoptedTerminal>();

  byId(id: number): AdoptedTerminal | undefined {
    return this.#byId.get(id);
  }
  byCode(code: string): AdoptedTerminal | undefined {
    return this.#byCode.get(code);
  }
  /**
   * Finds the terminal whose code differs from this one only in letter case. Such codes are never both
   * accepted, as people read codes from labels and dictate them on the telephone.
   */
  byCodeIgnoringCase(code: string): AdoptedTerminal | undefined {
    const held = this.#byFolded.get(foldedCode(code));
    return held?.code === code ? undefined : held;
  }
  all(): Iterable<AdoptedTerminal> {
    return this.#byId.values();
  }

  /** Counts the terminals of a kind that have been adopted; expected ones have not. */
  adoptedOf(kind: TerminalKind): number {
    if (this.#adopted === null) {
      this.#adopted = new Map();
      for (const one of this.#byId.values())
        if (one.secret_hash !== '') this.#adopted.set(one.kind, (this.#adopted.get(one.kind) ?? 0) + 1);
    }
    return this.#adopted.get(kind) ?? 0;
  }

  put(row: TerminalRow): AdoptedTerminal {
    this.#adopted = null;
    const held = this.#byId.get(row.id);
    if (held !== undefined) {
      if (row.rev < held.row.rev) return held;
      if (row.code !== held.code) this.#forget(held);
      held.take(row);
      this.#remember(held);
      return held;
    }
    const made = new AdoptedTerminal(row);
    this.#byId.set(row.id, made);
    this.#remember(made);
    return made;
  }

  #remember(terminal: AdoptedTerminal): void {
    this.#byCode.set(terminal.code, terminal);
    this.#byFolded.set(foldedCode(terminal.code), terminal);
  }

  #forget({ code }: AdoptedTerminal): void {
    const folded = foldedCode(code);
    if (this.#byFolded.get(folded)?.code === code) this.#byFolded.delete(folded);
    this.#byCode.delete(code);
  }

  remove(id: number): AdoptedTerminal | undefined {
    const held = this.#byId.get(id);
    if (held === undefined) return undefined;
    this.#byId.delete(id);
    this.#adopted = null;
    this.#forget(held);
    return held;
  }
}
