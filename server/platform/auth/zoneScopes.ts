import type { Scope } from '../live/scope.ts';

/** The zone tree (server/site/zones) as permissions need it. */
export interface ZoneScopes {
  /** Reads the tree again. */
  load(): Promise<void>;
  /** Reads the roots of an account's zones; none for an account of all zones. */
  rootsOf(accountId: number): Promise<readonly number[]>;
  /** Scope of an account with these roots; the same object for the same roots until the tree changes. */
  scopeOf(roots: readonly number[]): Scope;
  /** Tells if a scope is the whole site: all zones, or the top zone. */
  isWhole(scope: Scope): boolean;
}
