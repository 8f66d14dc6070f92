import type { Identity, Secrets } from './messages.ts';
import type { PageRole } from './role.ts';

/** Letters and digits that are not mistaken for each other when read aloud or typed. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;
const nameKey = 'terminal.name';
const awakeKey = 'terminal.awake';
const inputKey = 'terminal.input';
const secretKey = (code: string) => `terminal.secret.${code}`;
const previousKey = (code: string) => `terminal.secret.previous.${code}`;
const accountKey = 'terminal.account';
const leftKey = 'terminal.left';
const proofsKey = 'terminal.proofs';
/** Accounts that have logged in here, the last ones. */
const MAX_PROOFS = 8;

/** A new terminal code: W and six letters or digits, one of a thousand million. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return `W${Array.from(bytes, (b) => ALPHABET[b % ALPHABET.length]).join('')}`;
}

/**
 * Storage of this browser's terminal identity. A tab that became another terminal keeps its own code
 * (sessionStorage) across reloads.
 */
export class Store {
  readonly boot = crypto.randomUUID();
  readonly #codeKey: string;
  readonly #hasAccounts: boolean;

  /** A browser can be a terminal of each role, each with a code of its own. */
  constructor(role: PageRole) {
    this.#codeKey = role === 'column' ? 'terminal.code' : `terminal.code.${role}`;
    this.#hasAccounts = role === 'caster';
    // An account without the secret that logging in brings is none.
    if (this.secrets.secret === null) this.account = null;
  }

  /**
   * The account that a person has logged in with: this session of the browser keeps it and its secret, nothing else.
   */
  get account(): string | null {
    return this.#hasAccounts ? sessionStorage.getItem(accountKey) : null;
  }

  set account(account: string | null) {
    if (this.account !== null) this.#leave(this.account);
    if (account === null) sessionStorage.removeItem(accountKey);
    else sessionStorage.setItem(accountKey, account);
  }

  /**
   * The proof that this account has logged in at this browser before. It is kept after the logout: it grants no access,
   * and only distinguishes the next login from those of unknown browsers.
   */
  get proof(): string | undefined {
    return this.#proofs.find(([account]) => account === this.account)?.[1];
  }

  set proof(proof: string) {
    if (this.account === null) return;
    const others = this.#proofs.filter(([account]) => account !== this.account);
    const kept = [[this.account, proof], ...others].slice(0, MAX_PROOFS);
    localStorage.setItem(proofsKey, JSON.stringify(kept));
  }

  get #proofs(): [account: string, proof: string][] {
    return JSON.parse(localStorage.getItem(proofsKey) ?? '[]');
  }

  /** A secret that is no longer needed is kept until the server has made it worthless, and for nothing else. */
  #leave(code: string): void {
    const secret = sessionStorage.getItem(secretKey(code));
    sessionStorage.removeItem(secretKey(code));
    sessionStorage.removeItem(previousKey(code));
    if (secret !== null) sessionStorage.setItem(leftKey, JSON.stringify({ code, secret }));
  }

  /** The login that was ended here, and of which the server does not know yet. */
  get left(): Identity['left'] {
    const kept = sessionStorage.getItem(leftKey);
    return kept === null ? undefined : (JSON.parse(kept) as Identity['left']);
  }

  /** The server knows of it. */
  hasLeft(): void {
    sessionStorage.removeItem(leftKey);
  }

  /** The account, else a code made up at the first visit. */
  get code(): string {
    if (this.account !== null) return this.account;
    const known = sessionStorage.getItem(this.#codeKey) ?? localStorage.getItem(this.#codeKey);
    if (known) return known;
    const code = newCode();
    localStorage.setItem(this.#codeKey, code);
    return code;
  }

  /** Makes this tab another terminal from now on. */
  becomeAnother(): void {
    sessionStorage.setItem(this.#codeKey, newCode());
  }

  get secrets(): Secrets {
    const { code } = this;
    const kept = this.#kept;
    return { secret: kept.getItem(secretKey(code)), previous: kept.getItem(previousKey(code)) };
  }

  /** The previous secret is stored first: until both are, the terminal has the old one at least once. */
  set secrets({ secret, previous }: Secrets) {
    const set = (key: string, value: string | null) =>
      value === null ? this.#kept.removeItem(key) : this.#kept.setItem(key, value);
    set(previousKey(this.code), previous);
    set(secretKey(this.code), secret);
  }

  get #kept(): Storage {
    return this.account === null ? localStorage : sessionStorage;
  }

  /** Proposed name of this terminal before its adoption. */
  get name(): string {
    return localStorage.getItem(nameKey) ?? '';
  }

  set name(name: string) {
    localStorage.setItem(nameKey, name);
  }

  /** The sound input that was chosen; empty: the default one. */
  get input(): string {
    return localStorage.getItem(inputKey) ?? '';
  }

  set input(id: string) {
    localStorage.setItem(inputKey, id);
  }

  /** True: the screen stays on. */
  get awake(): boolean {
    return localStorage.getItem(awakeKey) !== 'off';
  }

  set awake(awake: boolean) {
    localStorage.setItem(awakeKey, awake ? 'on' : 'off');
  }

  /** Identity of this terminal in a hello. */
  identity(typed: Pick<Identity, 'zone' | 'pairing'> = {}): Identity {
    const { code, boot, name, left } = this;
    return { code, boot, ...(name ? { name } : {}), ...typed, ...(left ? { left } : {}) };
  }
}
