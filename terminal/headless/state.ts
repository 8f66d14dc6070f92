import { randomInt } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SecretStore } from '../protocol/sessionDeps.ts';
import type { AdministrationStore, Kept } from './administration/administrationTypes.ts';

/** Keeps the proof of one account's logins. */
export interface ProofStore {
  get(): string | undefined;
  set(proof: string): void;
}

interface State {
  /** Generated code of this installation. */
  prefix?: string;
  secrets: Record<string, string>;
  /** Secrets that were replaced, by code. */
  previousSecrets?: Record<string, string>;
  /** Proofs of logins by password, by code. */
  proofs?: Record<string, string>;
  /** Keys of upgrade packages received from the server, by code. */
  upgradeKeys?: Record<string, string[]>;
  /** Server and remote administration, by code. */
  administration?: Record<string, Kept>;
}

/** Letters and digits that are not confused when read aloud or typed. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Default path of the state file. */
export function defaultStatePath(): string {
  return join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'tocsin', 'terminals.json');
}

/** Folder of content for offline playback, beside the state file. */
export function keepFolder(state: string, code: string): string {
  return join(dirname(state), 'kept', code);
}

/** Codes and secrets of the terminals of this machine: one file that only its owner may read. */
export class StateFile {
  readonly #path: string;
  readonly #state: State;

  /** Reads `path`, which may be absent. Throws when it is unreadable or invalid. */
  constructor(path: string) {
    this.#path = path;
    this.#state = read(path);
  }

  /** Code of this installation; generated once. */
  prefix(): string {
    if (this.#state.prefix) return this.#state.prefix;
    this.#state.prefix = `H${Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
    this.#write();
    return this.#state.prefix;
  }

  /** The secret of one code. */
  secret(code: string): SecretStore {
    return {
      get: () => this.#state.secrets[code],
      previous: () => this.#state.previousSecrets?.[code],
      set: (secret, previous) => {
        this.#state.secrets = withEntry(this.#state.secrets, code, secret);
        this.#state.previousSecrets = withEntry(this.#state.previousSecrets, code, previous);
        this.#write();
        return true;
      },
    };
  }

  /** The proof of the last login of one code. */
  proof(code: string): ProofStore {
    return {
      get: () => this.#state.proofs?.[code],
      set: (proof) => {
        this.#state.proofs = withEntry(this.#state.proofs, code, proof);
        this.#write();
      },
    };
  }

  /** Upgrade keys of one code. */
  upgradeKeys(code: string): { get(): readonly string[]; set(keys: readonly string[]): void } {
    return {
      get: () => this.#state.upgradeKeys?.[code] ?? [],
      set: (keys) => {
        this.#state.upgradeKeys = { ...this.#state.upgradeKeys, [code]: [...keys] };
        this.#write();
      },
    };
  }

  /** Remotely configured settings of one code. */
  administration(code: string): AdministrationStore {
    return {
      get: () => this.#state.administration?.[code] ?? {},
      set: (kept) => {
        this.#state.administration = { ...this.#state.administration, [code]: kept };
        this.#write();
      },
    };
  }

  #write(): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const fresh = `${this.#path}.${process.pid}`;
    writeFileSync(fresh, `${JSON.stringify(this.#state, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(fresh, 0o600);
    renameSync(fresh, this.#path);
    // Otherwise a power cut may bring back the previous file, whose secret the server does not accept any more.
    syncFolder(dirname(this.#path));
  }
}

/** Syncs a folder to the disk, where the system can. */
function syncFolder(folder: string): void {
  let file: number | undefined;
  try {
    file = openSync(folder, 'r');
    fsyncSync(file);
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function withEntry(all: Record<string, string> = {}, code: string, value: string | undefined) {
  const { [code]: _, ...others } = all;
  return value === undefined ? others : { ...others, [code]: value };
}

function read(path: string): State {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { secrets: {} };
    throw error;
  }
  const value = JSON.parse(text);
  if (typeof value?.secrets !== 'object' || value.secrets === null)
    throw new Error(`${path}: not a state file`);
  return value;
}
