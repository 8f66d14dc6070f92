import type { StateReason } from '../../../../contract/entities/terminals/device.ts';
import { type DeliveryCounts, Target } from './target.ts';

export interface BroadcastTargetInit {
  terminal_id: number;
  org: number | null;
  /** Proof of delivery from before a restart of the server. */
  heard?: DeliveryCounts;
}

/** Targets of a broadcast. Those that left are kept for their last reports; a terminal is in one of both. */
export class Targets {
  readonly #current = new Map<number, Target>();
  readonly #former = new Map<number, Target>();

  constructor(targets: readonly BroadcastTargetInit[]) {
    for (const { terminal_id, org, heard } of targets)
      this.#current.set(terminal_id, new Target(terminal_id, org, heard));
  }

  get current(): ReadonlyMap<number, Target> {
    return this.#current;
  }

  /** Targets that left it. */
  get former(): ReadonlyMap<number, Target> {
    return this.#former;
  }

  find(terminal: number): Target | undefined {
    return this.#current.get(terminal) ?? this.#former.get(terminal);
  }

  /** Adds terminals that are not targets, or are not any more; returns their ids. */
  add(targets: readonly BroadcastTargetInit[]): number[] {
    const fresh = targets.filter(({ terminal_id }) => !this.#current.has(terminal_id));
    for (const { terminal_id, org } of fresh) {
      const target = this.#former.get(terminal_id) ?? new Target(terminal_id, org);
      target.rejoin();
      this.#former.delete(terminal_id);
      this.#current.set(terminal_id, target);
    }
    return fresh.map(({ terminal_id }) => terminal_id);
  }

  /** Ends a target; false: it was none. */
  remove(terminal: number, reason: StateReason | null): boolean {
    const target = this.#current.get(terminal);
    if (target === undefined) return false;
    target.leave(reason);
    this.#current.delete(terminal);
    this.#former.set(terminal, target);
    return true;
  }

  /** Forgets a terminal that was deleted; false: it was no target. */
  forget(terminal: number): boolean {
    this.#former.delete(terminal);
    return this.#current.delete(terminal);
  }

  /** Targets that have changed since they were stored. */
  unwritten(): Target[] {
    return [...this.#current.values(), ...this.#former.values()].filter((target) => target.isUnwritten);
  }
}
