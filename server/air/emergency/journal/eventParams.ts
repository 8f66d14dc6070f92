import type { AlarmEventRow } from '../../../../contract/entities/tasks/alarm.ts';
import type { Scope } from '../../../platform/live/scope.ts';
import type { StoredParams } from './storedParams.ts';

/** Number of terminals that the timeline names. */
export const MAX_NAMED = 5;

/**
 * An event as a caller may read it; null: it concerns terminals of other zones only. Of terminals that joined
 * or left, only those in the caller's zones are counted and named.
 */
export function readableEvent<E extends { params: StoredParams }>(
  scope: Scope,
  { params, ...event }: E,
): (Omit<E, 'params'> & Pick<AlarmEventRow, 'params'>) | null {
  const plain: AlarmEventRow['params'] = {};
  for (const [key, value] of Object.entries(params)) if (!Array.isArray(value)) plain[key] = value;
  if (!Array.isArray(params.zones)) return { ...event, params: plain };
  const own = params.zones.filter(({ org }) => scope.all === true || (org !== null && scope.ids.has(org)));
  if (own.length === 0) return null;
  const n = own.reduce((sum, zone) => sum + zone.n, 0);
  const names = own.flatMap((zone) => zone.names).slice(0, MAX_NAMED);
  return { ...event, params: { ...plain, n, names: names.join(', ') + (n > names.length ? ' …' : '') } };
}
