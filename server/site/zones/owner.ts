import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { inScope } from '../../platform/live/scope.ts';
import { type Zones, zoneIn } from './zones.ts';

/**
 * Ownership of library entries (files, texts, stations and their groups): a zone, or null for the whole site.
 * Entries of the whole site are readable by all with the list permission, entries of a zone by callers whose
 * zones include it; only callers whose zones include the owner may change an entry, so null requires the
 * whole site. Reading is enforced by the scope of repositories and live topics, where null is visible to all;
 * changing is checked here.
 */

export interface Owned {
  name: string;
  org: number | null;
}

/** Tells if a caller may change entries of this owner. */
export function owns(caller: Pick<Caller, 'scope' | 'wholeSite'>, org: number | null): boolean {
  return org === null ? caller.wholeSite : inScope(caller.scope, org);
}

/**
 * Checks that the caller owns an entry.
 * @throws AppError 403 for an entry of the whole site, where the caller has some zones only
 */
export function mustOwn(caller: Caller, { name, org }: Owned): void {
  if (!owns(caller, org)) throw new AppError(errorCode.forbidden, 'media.ofWholeSite', { name });
}

/** Checks rights to change the library as a whole, such as the order of its groups. @throws AppError 403 */
export function mustBeWholeSite(caller: Caller): void {
  if (!caller.wholeSite) throw new AppError(errorCode.forbidden, 'auth.wholeSiteOnly');
}

/**
 * Determines the owner of an entry that a caller creates or gives away. Default: the whole site for callers
 * who have it, else their first zone. The top zone stands for the whole site.
 * @throws AppError 403 for the whole site where it is not theirs, 404 for a zone outside theirs
 */
export function ownerFor(
  zones: Pick<Zones, 'get'>,
  caller: Caller,
  wanted: number | null | undefined,
): number | null {
  const org = wanted === undefined ? defaultOwner(caller) : wanted;
  if (org === null) {
    mustBeWholeSite(caller);
    return null;
  }
  return zoneIn(zones as Zones, caller.scope, org).parent_id === null ? null : org;
}

function defaultOwner({ wholeSite, zoneRoots }: Caller): number | null {
  return wholeSite ? null : (zoneRoots[0] ?? null);
}
