import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Scope } from '../../platform/live/scope.ts';
import { type Zones, zoneIn } from './zones.ts';

/**
 * Determines the zone of a terminal: every terminal lies in one, so that rights are always defined; null
 * stands for the top zone.
 * @throws AppError 404 where it does not exist or lies outside the scope
 */
export function targetZone(zones: Zones, scope: Scope, org: number | null): number {
  const id = org ?? zones.all().find((zone) => zone.parent_id === null)?.id;
  if (id === undefined) throw new AppError(errorCode.notFound, 'zone.notFound');
  return zoneIn(zones, scope, id).id;
}
