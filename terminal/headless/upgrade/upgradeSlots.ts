import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Program to run: the installed one, or that of a slot. */
export type UpgradeSlot = 'installed' | 'a' | 'b';

/** A version on trial, or one that failed; `upgrade` is its number at the server. */
export interface Trial {
  slot: UpgradeSlot;
  upgrade: number;
  version: string;
  /** True after its first start; it is not started again unless it was welcomed. */
  begun: boolean;
}

export interface SlotState {
  active: UpgradeSlot;
  trial: Trial | null;
  /** Failure of the last trial, to be reported to the server. */
  failed: { upgrade: number; reason: string } | null;
}

const PROGRAM = 'main.mjs';
const isSlot = (value: unknown): value is UpgradeSlot =>
  value === 'installed' || value === 'a' || value === 'b';

/** Folder of the versions of a terminal, beside its state file. */
export function slotsFolder(state: string, code: string): string {
  return join(dirname(state), 'versions', code);
}

/** The two slots of one terminal and the active one; written atomically against power failures. */
export class UpgradeSlots {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Reads the state; a missing or unreadable file means an installation without upgrades. */
  read(): SlotState {
    try {
      const { active, trial, failed } = JSON.parse(
        readFileSync(join(this.folder, 'slots.json'), 'utf8'),
      ) as SlotState;
      if (isSlot(active) && (trial === null || isSlot(trial.slot))) return { active, trial, failed };
    } catch {
      // Missing or unreadable: no upgrades.
    }
    return { active: 'installed', trial: null, failed: null };
  }

  write(state: SlotState): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.#put(join(this.folder, 'slots.json'), `${JSON.stringify(state)}\n`);
  }

  /** Path of the program of a slot; null: the installed one. */
  program(slot: UpgradeSlot): string | null {
    return slot === 'installed' ? null : join(this.folder, slot, PROGRAM);
  }

  /**
   * Puts a program into the unused slot. @param home the installation, whose packages the program uses
   */
  fill(program: Uint8Array, home: string): UpgradeSlot {
    const slot = this.read().active === 'a' ? 'b' : 'a';
    const folder = join(this.folder, slot);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const modules = join(this.folder, 'node_modules');
    rmSync(modules, { force: true });
    symlinkSync(join(home, 'node_modules'), modules, 'junction');
    this.#put(join(folder, PROGRAM), program);
    return slot;
  }

  #put(path: string, content: string | Uint8Array): void {
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, content, { mode: 0o600 });
    const file = openSync(fresh, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, path);
  }
}
