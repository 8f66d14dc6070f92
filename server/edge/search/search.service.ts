import { fieldPermissions, withheld } from '../../../contract/api/permissions.ts';
import {
  type SearchAnswer,
  type SearchKind,
  type SearchQuery,
  searchPermissions,
} from '../../../contract/api/search.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { may } from '../../platform/http/access.ts';
import { inScope, type Org } from '../../platform/live/scope.ts';
import { createSlices } from '../../platform/process/slices.ts';
import type { Findable, Finders, Found, FoundOfKind } from '../../platform/search/finders.ts';
import { scoreOf, wordsOf } from '../../platform/search/match.ts';
import type { Zones } from '../../site/zones/zones.ts';

export interface SearchDeps {
  finders: Finders;
  zones: Zones;
}

/** Hits of a kind between which those of other kinds come: thousands of terminals must not hide a plan. */
const HITS_PER_TURN = 5;
/** Number of zones named for an object in several. */
const NAMED_ZONES = 2;

/** Finds objects by name, code or address, within the rights and zones of the caller. */
export async function search(
  { finders, zones }: SearchDeps,
  caller: Caller,
  { q, limit, kinds }: SearchQuery,
): Promise<SearchAnswer> {
  const words = wordsOf(q);
  const asked = finders
    .kinds()
    .filter((kind) => kinds === undefined || kinds.includes(kind))
    .filter((kind) => may(caller, searchPermissions(kind)));
  const common = { caller, words, phrase: words.join(' '), limit, slice: createSlices() };
  const fitting = words.map((word) => zonesOf({ finders, zones }, caller, word));
  const below = fitting.map(({ own, all }) => new Set([...all].filter((id) => !own.has(id))));
  const above = fitting.map(({ all }) => all);
  // A zone fits by its own name; only those above it count as its zones.
  const find = (kind: SearchKind) =>
    finders.find(kind, { ...common, zones: kind === 'partition' ? below : above });
  // The database works while memory is searched, one kind after the other in the same slices of the event loop.
  const stored = asked.filter((kind) => !finders.isHeld(kind));
  const waited = Promise.all(stored.map(async (kind) => [kind, await find(kind)] as const));
  waited.catch(() => {});
  const answers: (readonly [SearchKind, FoundOfKind])[] = [];
  for (const kind of asked) if (finders.isHeld(kind)) answers.push([kind, await find(kind)]);
  answers.push(...(await waited));
  const found = answers.flatMap(([, answer]) => answer?.found ?? []);
  return {
    hits: bestOf(found, limit).map(({ kind, row }) => {
      const { id, name, code = '', org, at = null } = row;
      const client_ip = addressIn(caller, row);
      const above = kind === 'partition' ? (zones.get(id)?.parent_id ?? null) : org;
      const place = placeOf(zones, caller, above);
      return { kind, id, name, code, client_ip, org: soleOf(caller, org), at, place };
    }),
    totals: answers.flatMap(([kind, answer]) =>
      answer === null || answer.total === 0 ? [] : [{ kind, total: answer.total }],
    ),
    unsearched: answers.flatMap(([kind, answer]) => (answer === null ? [kind] : [])),
  };
}

/** Zones that a word fits by their own name or code, and these with all below them. */
function zonesOf(
  { finders, zones }: SearchDeps,
  caller: Caller,
  word: string,
): { own: ReadonlySet<number>; all: ReadonlySet<number> } {
  const fitting = zones.all().filter((zone) => {
    if (!inScope(caller.scope, zone.id)) return false;
    return scoreOf(finders.keys('partition', zone), word, false) !== Number.POSITIVE_INFINITY;
  });
  const ids = fitting.map(({ id }) => id);
  return { own: new Set(ids), all: zones.subtree(ids) };
}

/** Selects the best of all kinds, a few of each before further ones, and sorts them. */
function bestOf(found: readonly Found[], limit: number): Found[] {
  const seen = new Map<SearchKind, number>();
  const turns = found.map((one) => {
    const place = seen.get(one.kind) ?? 0;
    seen.set(one.kind, place + 1);
    return { one, turn: Math.floor(place / HITS_PER_TURN) };
  });
  return turns
    .sort((a, b) => a.turn - b.turn || a.one.score - b.one.score)
    .slice(0, limit)
    .map(({ one }) => one)
    .sort((a, b) => a.score - b.score);
}

/** Address of a terminal, for those who may see it. The route needs a login only, so its fields are not withheld by it. */
function addressIn({ permissions }: Caller, { client_ip = '' }: Findable): string {
  return client_ip === '' || permissions.has(fieldPermissions.client_ip) ? client_ip : withheld;
}

/** The zone of an object, where it lies in one that the caller sees. */
function soleOf({ scope }: Caller, org: Org): number | null {
  const seen = seenOf(scope, org);
  return seen.length === 1 ? (seen[0] ?? null) : null;
}

function seenOf(scope: Caller['scope'], org: Org): number[] {
  if (org === null) return [];
  return [org].flat().filter((id) => inScope(scope, id));
}

/** Path of the zone of an object, from the top one that the caller sees; the first names where it lies in several. */
function placeOf(zones: Zones, { scope }: Caller, org: Org): string {
  const seen = seenOf(scope, org);
  const [first] = seen;
  if (first === undefined) return '';
  const nameOf = (id: number) => zones.get(id)?.name ?? '';
  if (seen.length === 1) {
    const path = zones.ancestors(first).filter((id) => inScope(scope, id));
    return path.reverse().map(nameOf).join(' / ');
  }
  const more = seen.length - NAMED_ZONES;
  return `${seen.slice(0, NAMED_ZONES).map(nameOf).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}
