import { fieldPermissions } from '../../../contract/api/permissions.ts';
import type { SearchKind } from '../../../contract/api/search.ts';
import type { Caller } from '../auth/callers.ts';
import type { LiveHub } from '../live/hub.ts';
import { inScope, type Org, type Scope } from '../live/scope.ts';
import { createSlices } from '../process/slices.ts';
import { Best } from './best.ts';
import { keysOf, type Named, type SearchKeys, scoreAll } from './match.ts';
import { createPinyin } from './pinyin.ts';

/** Object that can be found, and the zones whose accounts see it. */
export interface Findable extends Named {
  org: Org;
  /** When it began, epoch s; of recordings. */
  at?: number;
}

/** Search text of a caller. */
export interface Search {
  caller: Caller;
  /** Its words and the whole text, as `fold` makes them. */
  words: readonly string[];
  phrase: string;
  /** For each word, the zones that fit it, with all below them. */
  zones: readonly ReadonlySet<number>[];
  limit: number;
  /** Slices of the event loop for the whole search. */
  slice: ReturnType<typeof createSlices>;
}

export interface Found {
  kind: SearchKind;
  row: Findable;
  score: number;
}

/** Answer of one kind; null: its rows cannot be read now. */
export type FoundOfKind = { found: readonly Found[]; total: number } | null;
type Find = (search: Search) => Promise<FoundOfKind>;
type Rows = () => Iterable<Findable> | Promise<Iterable<Findable> | null>;
type IsSeen = (scope: Scope, row: Findable) => boolean;

/**
 * Registry of what is found by name. A module registers how its objects are found, so that the search need not know
 * it. The search checks the permission of a kind, each finder the zones.
 */
export interface Finders {
  /**
   * Registers objects that are held in memory.
   * @param rows null: they cannot be read now
   * @param isSeen tells if a reader sees a row; absent: the reader sees one of its zones
   */
  rows(kind: SearchKind, rows: Rows, isSeen?: IsSeen): void;
  /** Registers the live rows of topics, which have names. */
  topics(...kinds: Extract<SearchKind, Parameters<LiveHub['topic']>[0]>[]): void;
  /** Registers a finder that asks the database. */
  add(kind: SearchKind, find: Find): void;
  kinds(): SearchKind[];
  /** Tells if the objects of a kind are held in memory. */
  isHeld(kind: SearchKind): boolean;
  find(kind: SearchKind, search: Search): Promise<FoundOfKind>;
  /** Texts of a row to compare words with; computed once per name. */
  keys(kind: SearchKind, row: Named): SearchKeys;
  /** Computes the texts of all rows in slices, so that the first search is as fast as later ones. */
  warm(): Promise<void>;
}

interface Kept extends SearchKeys {
  of: { name: string; code: string | undefined; client_ip: string | undefined };
}
/** Number of rows between two looks at the time. */
const ROWS_PER_LOOK = 200;
/** Permission key for network addresses of terminals. */
const ADDRESSES = fieldPermissions.client_ip;

export function createFinders(live: Pick<LiveHub, 'topic'>): Finders {
  const pinyin = createPinyin();
  const finders = new Map<SearchKind, Find>();
  const sources = new Map<SearchKind, Rows>();
  const held = new Map<SearchKind, Map<number, Kept>>();

  function keys(kind: SearchKind, row: Named): SearchKeys {
    let ofKind = held.get(kind);
    if (ofKind === undefined) {
      ofKind = new Map();
      held.set(kind, ofKind);
    }
    const kept = ofKind.get(row.id);
    const { name, code, client_ip } = row;
    if (kept?.of.name === name && kept.of.code === code && kept.of.client_ip === client_ip) return kept;
    const made = { ...keysOf(row, pinyin), of: { name, code, client_ip } };
    ofKind.set(row.id, made);
    return made;
  }

  /** Calls a function for each row in slices; drops the texts of rows that are gone. */
  async function each(
    kind: SearchKind,
    slice: Search['slice'],
    what: (row: Findable) => void,
  ): Promise<boolean> {
    await pinyin.load();
    const rows = await sources.get(kind)?.();
    if (rows === undefined || rows === null) return false;
    const all = [...rows];
    for (const [at, row] of all.entries()) {
      if (at % ROWS_PER_LOOK === 0) await slice();
      what(row);
    }
    const ofKind = held.get(kind);
    if (ofKind !== undefined && ofKind.size > 2 * all.length + ROWS_PER_LOOK) held.delete(kind);
    return true;
  }

  function rows(kind: SearchKind, source: Rows, isSeen: IsSeen = inOneOf): void {
    sources.set(kind, source);
    finders.set(kind, async ({ caller, words, phrase, zones, limit, slice }) => {
      const best = new Best<Findable>(limit);
      const hasAddress = caller.permissions.has(ADDRESSES);
      const isRead = await each(kind, slice, (row) => {
        if (!isSeen(caller.scope, row)) return;
        const score = scoreAll(keys(kind, row), words, phrase, hasAddress, (place) =>
          liesIn(row.org, zones[place]),
        );
        if (score !== Number.POSITIVE_INFINITY) best.add({ row, name: row.name, score });
      });
      if (!isRead) return null;
      return { found: best.kept.map(({ row, score }) => ({ kind, row, score })), total: best.total };
    });
  }

  return {
    rows,
    keys,
    topics(...kinds) {
      for (const kind of kinds) rows(kind, () => live.topic<Findable>(kind).snapshot());
    },
    add: (kind, find) => void finders.set(kind, find),
    kinds: () => [...finders.keys()],
    isHeld: (kind) => sources.has(kind),
    find: async (kind, search) => (await finders.get(kind)?.(search)) ?? null,
    async warm() {
      const slice = createSlices();
      for (const kind of sources.keys()) await each(kind, slice, (row) => void keys(kind, row));
    },
  };
}

const inOneOf: IsSeen = (scope, { org }) => inScope(scope, org);

/** Tells if a row lies in one of the zones. */
function liesIn(org: Org, zones: ReadonlySet<number> | undefined): boolean {
  if (zones === undefined || zones.size === 0 || org === null) return false;
  return typeof org === 'number' ? zones.has(org) : org.some((id) => zones.has(id));
}
