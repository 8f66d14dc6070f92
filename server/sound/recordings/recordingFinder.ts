import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { createOrHeld } from '../../platform/db/orHeld.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { FoundOfKind, Search } from '../../platform/search/finders.ts';
import { fold } from '../../platform/search/match.ts';
import * as repository from './recording.repository.ts';

/** Time after which a search goes on without recordings, ms. */
const ANSWER_MS = 1_000;
/** Number of newest recordings with the longest word among which those with all words are selected. */
const CANDIDATES = 200;
/** Maximum number of queries without an answer: a database that hangs gets no more of them. */
const WAITING = 3;
/** Score of every hit: below the hits at the beginning of a name, so that years of recordings come after them. */
const SCORE = 3;

/**
 * Finds the newest recordings whose names, of person and place too, contain all words. They are in the database only,
 * and thousands of them have the same name.
 */
export function createRecordingFinder(deps: { db: Db; snapshotAt: () => number | null }) {
  const orHeld = createOrHeld(ANSWER_MS);
  let waiting = 0;

  /** Newest recordings with a word, of the zones of the caller. */
  async function newest(caller: Caller, q: string): Promise<repository.RecordingRow[]> {
    const zones = caller.scope.all === true ? null : [...caller.scope.ids];
    waiting += 1;
    try {
      return await repository.list(deps.db, zones, { q }, CANDIDATES);
    } finally {
      waiting -= 1;
    }
  }

  return async ({ caller, words, limit }: Search): Promise<FoundOfKind> => {
    const [q] = [...words].sort((a, b) => b.length - a.length);
    if (deps.snapshotAt() !== null || q === undefined || waiting >= WAITING) return null;
    const rows = await orHeld<repository.RecordingRow[] | null>(
      () => newest(caller, q),
      () => null,
    );
    if (rows === null) return null;
    const fitting = rows.filter((row) => {
      const text = fold(`${row.name} ${row.callerName} ${row.calleeName}`);
      return words.every((word) => text.includes(word));
    });
    const found = fitting.slice(0, limit).map(({ id, name, callerName, orgs, began_at }) => {
      const org = orgs.length === 0 ? null : orgs.filter((one) => inScope(caller.scope, one));
      const row = { id, name: name || callerName, org, at: Math.floor(began_at / 1000) };
      return { kind: 'record_file' as const, row, score: SCORE };
    });
    return { found, total: fitting.length };
  };
}
