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

/** Which program runs: the installed one, or that of a slot. */
export type Slot = 'installed' | 'a' | 'b';

/** A version that is tried, or that was and failed; `upgrade` numbers it for the server. */
export interface Trial {
  slot: Slot;
  upgrade: number;
  version: string;
  /** It was started once: it is not started again without having been welcomed. */
  begun: boolean;
}

export interface SlotState {
  active: Slot;
  trial: Trial | null;
  /** What the server is to be told of the last one. */
  failed: { upgrade: number; reason: string } | null;
}

const PROGRAM = 'main.mjs';
const isSlot = (value: unknown): value is Slot => value === 'installed' || value === 'a' || value === 'b';

/** Where the versions of a terminal lie: beside its state file. */
export function slotsFolder(state: string, code: string): string {
  return join(dirname(state), 'versions', code);
}

/** The two slots of one terminal, and which of them counts; written so that a power failure leaves the old or the new. */
export class Slots {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** What is not there or not readable counts as an installation that was never upgraded. */
  read(): SlotState {
    try {
      const { active, trial, failed } = JSON.parse(
        readFileSync(join(this.folder, 'slots.json'), 'utf8'),
      ) as SlotState;
      if (isSlot(active) && (trial === null || isSlot(trial.slot))) return { active, trial, failed };
    } catch {
      // As said.
    }
    return { active: 'installed', trial: null, failed: null };
  }

  write(state: SlotState): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.put(join(this.folder, 'slots.json'), `${JSON.stringify(state)}\n`);
  }

  /** The program of a slot; null: the installed one. */
  program(slot: Slot): string | null {
    return slot === 'installed' ? null : join(this.folder, slot, PROGRAM);
  }

  /**
   * Puts a program into the slot that is not in use. @param home the installation, whose packages it finds
   */
  fill(program: Uint8Array, home: string): Slot {
    const slot = this.read().active === 'a' ? 'b' : 'a';
    const folder = join(this.folder, slot);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const modules = join(this.folder, 'node_modules');
    rmSync(modules, { force: true });
    symlinkSync(join(home, 'node_modules'), modules, 'junction');
    this.put(join(folder, PROGRAM), program);
    return slot;
  }

  private put(path: string, content: string | Uint8Array): void {
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, content, { mode: 0o600 });
    const file = openSync(fresh, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(fresh, path);
  }
}
