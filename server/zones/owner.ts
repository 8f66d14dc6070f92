import { AppError, errorCode } from '../../contract/errors.ts';
import type { Caller } from '../auth/callers.ts';
import { inScope } from '../live/scope.ts';
import { type Zones, zoneIn } from './zones.ts';

/**
 * Who owns a thing of the libraries (files, texts, stations and their groups): a zone, or null for the whole site. The rule,
 * in this one place: what belongs to the whole site is read by everybody who may list it, what belongs to a zone by those
 * whose zones include it; only those whose zones include the owner change it, so null asks for the whole site. Reading is
 * the scope of repositories and live topics, where null is seen by all; changing is asked here.
 */

export interface Owned {
  name: string;
  org: number | null;
}

/** Whether a caller may change what this zone owns. */
export function owns(caller: Pick<Caller, 'scope' | 'wholeSite'>, org: number | null): boolean {
  return org === null ? caller.wholeSite : inScope(caller.scope, org);
}

/** @throws AppError 403 for a thing that belongs to the whole site, where the caller has some zones only */
export function mustOwn(caller: Caller, { name, org }: Owned): void {
  if (!owns(caller, org)) throw new AppError(errorCode.forbidden, 'media.ofWholeSite', { name });
}

/** What concerns the library as a whole, as the order of its groups. @throws AppError 403 */
export function mustBeWholeSite(caller: Caller): void {
  if (!caller.wholeSite) throw new AppError(errorCode.forbidden, 'auth.wholeSiteOnly');
}

/**
 * The owner of what a caller makes or gives away. Not said: the whole site for those who have it, else their first zone. The
 * top zone stands for the whole site.
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
