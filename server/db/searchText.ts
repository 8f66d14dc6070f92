import { and, ilike, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** As an index has it (migration `search`): lower case, and what is not ASCII as the octal digits of its bytes. */
export const searchText = (text: SQLWrapper): SQL => sql`search_text(${text})`;

/** Below this many ASCII characters there is no trigram, so no index can help. */
const TRIGRAM = 3;

/** The text of a search as `like` wants it: found anywhere, with no meaning of `%` and `_`. */
export function searchPattern(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed ? `%${trimmed.replace(/[\\%_]/g, '\\$&')}%` : undefined;
}

/** Whether one of the texts holds what is searched, whatever the case; undefined when nothing is. */
export function holdsPlainly(texts: readonly SQLWrapper[], search: string | undefined): SQL | undefined {
  const pattern = searchPattern(search);
  return pattern === undefined ? undefined : or(...texts.map((text) => ilike(text as never, pattern)));
}

/**
 * The same by an index. Trigrams of PostgreSQL leave out what is no letter in its own locale, Chinese among it: the
 * index is over `search_text`, whose trigrams find the candidates, and `ilike` decides.
 */
export function holdsText(texts: readonly SQLWrapper[], search: string | undefined): SQL | undefined {
  const holds = holdsPlainly(texts, search);
  if (holds === undefined || search === undefined) return undefined;
  const word = search.trim();
  const hasTrigram = word.length >= TRIGRAM || [...word].some((char) => char > '\u007f');
  if (!hasTrigram) return holds;
  const mask = sql`'%' || regexp_replace(search_text(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  // Wrapped, it is no second condition for the planner, which would expect the square of the share that is found.
  return and(
    or(...texts.map((text) => sql`${searchText(text)} like ${mask}`)),
    sql`coalesce(${holds}, false)`,
  );
}

/** Rows of a log that are looked through before its index is asked. */
export const WINDOW = 10_000;

/** The newest rows of a log before an id (absent: of all), by ids. */
export function windowById(id: PgColumn, before: number | undefined): SQL {
  return sql`${id} > ${before ?? sql`(select max(${id}) from ${id.table})`} - ${WINDOW}::int`;
}

/**
 * A page of a log that is searched, the newest rows first. What is common is found among the newest rows at once, and
 * what is rare by the index: the planner, which does not know which of the two it is, would take the slow way for one.
 * `ask` reads `limit + 1` rows that fulfil one more condition. `recent`: the rows of the window, `windowById` where ids
 * are in the order of the log.
 */
export async function searchedPage<Row>(
  search: { recent: SQL; texts: readonly SQLWrapper[]; q: string | undefined },
  limit: number,
  ask: (condition: SQL | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const { texts, q } = search;
  const plain = holdsPlainly(texts, q);
  if (plain === undefined) return ask(undefined);
  const recent = await ask(and(search.recent, plain));
  return recent.length > limit ? recent : ask(holdsText(texts, q));
}
