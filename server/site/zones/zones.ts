import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Db, DbOrTx } from '../../platform/db/client.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import * as repository from './zones.repository.ts';

/** Zone (partition) in the tree. */
export interface ZoneNode {
  id: number;
  name: string;
  code: string;
  parent_id: number | null;
  has_password: boolean;
  start_wait_s: number;
  rev: number;
}

/**
 * Maximum depth of the tree (a school district needs six levels); it also ends a cycle in hand-written data.
 */
export const MAX_DEPTH = 16;

/**
 * Zone tree in memory, mirroring the database: rights are subtrees, and are checked at every request and
 * every live row. Updated only after a commit, by `load`.
 */
export interface Zones {
  /** Reads the tree again; inside a transaction that holds its lock, through that transaction. */
  load(through?: DbOrTx): Promise<void>;
  get(id: number): ZoneNode | undefined;
  all(): ZoneNode[];
  /** Zones below these, themselves included. */
  subtree(roots: readonly number[]): Set<number>;
  /** Path from a zone up to its root, itself first. */
  ancestors(id: number): number[];
  /** Reads the roots of an account's zones; none for an account of all zones. */
  rootsOf(accountId: number): Promise<number[]>;
  /** Scope of an account with these roots; the same object for the same roots until the tree changes. */
  scopeOf(roots: readonly number[]): Scope;
  /** Tells if a scope is the whole site: all zones, or the top zone. */
  isWhole(scope: Scope): boolean;
  /** Called after every change of the tree. */
  onChange(listener: () => void): () => void;
}

export function createZones(db: Db): Zones {
  let nodes = new Map<number, ZoneNode>();
  let children = new Map<number | null, number[]>();
  let scopes = new Map<string, Scope>();
  const listeners = new Set<() => void>();
  /** Sequence numbers of reads, counted as they begin, and of the one that the tree shows. */
  let [started, shown] = [0, 0];

  function subtree(roots: readonly number[]): Set<number> {
    const found = new Set<number>();
    const queue = roots.filter((id) => nodes.has(id));
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      queue.push(...(children.get(id) ?? []));
    }
    return found;
  }

  return {
    async load(through = db) {
      started += 1;
      const mine = started;
      const rows = await repository.allZones(through);
      // A read that began later has finished first: it is newer.
      if (mine < shown) return;
      shown = mine;
      nodes = new Map(rows.map((row) => [row.id, row]));
      children = new Map();
      for (const row of rows) {
        const siblings = children.get(row.parent_id);
        if (siblings === undefined) children.set(row.parent_id, [row.id]);
        else siblings.push(row.id);
      }
      scopes = new Map();
      for (const listener of listeners) listener();
    },
    get: (id) => nodes.get(id),
    all: () => [...nodes.values()],
    subtree,
    ancestors(id) {
      const path: number[] = [];
      for (let node = nodes.get(id); node !== undefined; ) {
        path.push(node.id);
        node = node.parent_id === null || path.length > MAX_DEPTH ? undefined : nodes.get(node.parent_id);
      }
      return path;
    },
    rootsOf: (accountId) => repository.rootsOf(db, accountId),
    scopeOf(roots) {
      const key = [...roots].sort((a, b) => a - b).join();
      const known = scopes.get(key);
      if (known !== undefined) return known;
      const scope: Scope = { ids: subtree(roots) };
      scopes.set(key, scope);
      return scope;
    },
    isWhole(scope) {
      const tops = children.get(null) ?? [];
      return scope.all === true || (tops.length > 0 && tops.every((id) => scope.ids.has(id)));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Longest wait of starts in a zone for loudspeakers that are called first, s: its own, else that of a zone above it. */
export function startWaitOf(zones: Pick<Zones, 'ancestors' | 'get'>, org: number | null): number {
  if (org === null) return 0;
  return zones.ancestors(org).reduce((wait, id) => wait || (zones.get(id)?.start_wait_s ?? 0), 0);
}

/**
 * Finds a zone.
 * @throws AppError 404 where it does not exist or lies outside the scope, without telling which
 */
export function zoneIn(zones: Pick<Zones, 'get'>, scope: Scope, id: number): ZoneNode {
  const node = zones.get(id);
  if (node === undefined || !inScope(scope, id)) throw new AppError(errorCode.notFound, 'zone.notFound');
  return node;
}

/**
 * Narrows a scope to a zone and all below it; without a zone it is unchanged. A zone outside the scope leaves
 * nothing.
 */
export function narrowed(zones: Zones, scope: Scope, zone: number | undefined): Scope {
  if (zone === undefined) return scope;
  return { ids: new Set([...zones.subtree([zone])].filter((id) => inScope(scope, id))) };
}
