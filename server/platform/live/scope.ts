import { createHash } from 'node:crypto';
import type { LiveRow } from '../../../contract/api/live.ts';

/** Partitions that a caller sees: all, or the ids of its zones with their subtrees. */
export type Scope = { all: true } | { all?: false; ids: ReadonlySet<number> };

/**
 * Partition of a row: one, several (visible with any of them), or null (visible to all with the permission).
 */
export type Org = LiveRow['org'];

/** Tells if a row of this partition is visible. */
export function inScope(scope: Scope, org: Org): boolean {
  if (scope.all === true || org === null) return true;
  return typeof org === 'number' ? scope.ids.has(org) : org.some((id) => scope.ids.has(id));
}

const keys = new WeakMap<object, string>();

/** Short name that is equal for equal scopes, also after a reconnect; part of a subscription's epoch. */
export function scopeKey(scope: Scope): string {
  if (scope.all === true) return 'all';
  let key = keys.get(scope.ids);
  if (key === undefined) {
    const sorted = [...scope.ids].sort((a, b) => a - b);
    key = createHash('sha256').update(sorted.join()).digest('hex').slice(0, 16);
    keys.set(scope.ids, key);
  }
  return key;
}
