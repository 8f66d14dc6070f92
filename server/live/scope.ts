import { createHash } from 'node:crypto';

/** Which partitions a caller sees (design 9): all, or the ids of its zones with their subtrees. */
export type Scope = { all: true } | { all?: false; ids: ReadonlySet<number> };

/** Whether a row of this partition is seen. `null` belongs to no partition: seen by all who hold the topic's key. */
export function inScope(scope: Scope, org: number | null): boolean {
  return scope.all === true || org === null || scope.ids.has(org);
}

const keys = new WeakMap<object, string>();

/** A short name that is equal for equal scopes, also after a reconnect; part of a subscription's epoch. */
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
