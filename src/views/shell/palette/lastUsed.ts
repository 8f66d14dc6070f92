import { type SearchHit, searchHit } from '../../../../contract/api/search.ts';

/** Choice in the palette: a screen by its path, or a hit. */
export type Used = { screen: string } | { hit: SearchHit };

/** Number of entries that are kept. */
const KEPT = 8;
const keyOf = (account: number) => `tocsin.palette.${account}`;

/** Key that is equal for the same screen or object. */
export const usedKey = (used: Used): string =>
  'screen' in used ? `screen ${used.screen}` : `${used.hit.kind} ${used.hit.id}`;

function parse(entry: unknown): Used | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { screen, hit } = entry as { screen?: unknown; hit?: unknown };
  if (typeof screen === 'string') return { screen };
  const found = searchHit.safeParse(hit);
  return found.success ? { hit: found.data } : null;
}

/** Reads what an account used last in this browser, the latest first. */
export function readUsed(account: number): Used[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap((entry) => parse(entry) ?? []) : [];
  } catch {
    return [];
  }
}

/** Puts an entry first. */
export function noteUsed(account: number, used: Used): void {
  const others = readUsed(account).filter((one) => usedKey(one) !== usedKey(used));
  localStorage.setItem(keyOf(account), JSON.stringify([used, ...others].slice(0, KEPT)));
}
