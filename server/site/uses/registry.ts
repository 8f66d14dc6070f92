import type { DbOrTx } from '../../platform/db/client.ts';
import type { Use, UsesOf } from './used.ts';

/** Kinds of things that others refer to, and that, but for targets, must not be deleted as long as they do. */
export type UsedKind =
  | 'file'
  | 'file_group'
  | 'preset_text'
  | 'radio'
  | 'terminal'
  | 'terminal_group'
  /** A terminal or zone as a target: may be deleted, and its users lose it. */
  | 'target_terminal'
  | 'target_zone'
  | 'virtual_caster'
  | 'fire_control_device'
  | 'scheduled_task'
  | 'alarm_plan'
  | 'integration'
  | 'partition';

/**
 * Registry of who uses what. A module that refers to things of other modules registers how its uses are
 * found, so that these modules need not know it.
 */
export interface UseRegistry {
  /** Adds a finder for things of a kind. */
  register(kind: UsedKind, find: UsesOf): void;
  /** Finds the uses of things of a kind, in the order in which the finders were registered. */
  find(db: DbOrTx, kind: UsedKind, ids: readonly number[]): Promise<Use[]>;
}

export function createUseRegistry(): UseRegistry {
  const finders = new Map<UsedKind, UsesOf[]>();
  return {
    register(kind, find) {
      finders.set(kind, [...(finders.get(kind) ?? []), find]);
    },
    async find(db, kind, ids) {
      const uses: Use[] = [];
      // One after the other: a transaction has one connection.
      for (const find of finders.get(kind) ?? []) uses.push(...(await find(db, ids)));
      return uses;
    },
  };
}
