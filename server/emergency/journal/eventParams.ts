import type { AlarmEventRow } from '../../../contract/entities/alarm.ts';
import type { Scope } from '../../live/scope.ts';

/** Terminals of one zone that joined or left an alarm: their number, and the names of the first few. */
export interface MovedInZone {
  /** Null: terminals without a zone, and deleted ones. */
  org: number | null;
  n: number;
  names: string[];
}

/** Stored parameters of an alarm's event: those of its text, or terminals by zone. */
export type StoredParams = Record<string, string | number | MovedInZone[]>;

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
