import { and, ilike, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { systemNameSearch } from '../../../contract/systemName.ts';

/**
 * Text as it is indexed (migration `search`): lower case, with non-ASCII characters as the octal digits of
 * their bytes.
 */
export const searchText = (text: SQLWrapper): SQL => sql`search_text(${text})`;

/** Number of ASCII characters below which there is no trigram, so that the index is of no use. */
const TRIGRAM = 3;

/** Pattern of a search for `like`: matches anywhere, with `%` and `_` escaped. */
export function searchPattern(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed ? `%${trimmed.replace(/[\\%_]/g, '\\$&')}%` : undefined;
}

/** Condition that one of the texts contains the search text, ignoring case; undefined for an empty search. */
export function holdsPlainly(texts: readonly SQLWrapper[], search: string | undefined): SQL | undefined {
  const pattern = searchPattern(search);
  return pattern === undefined ? undefined : or(...texts.map((text) => ilike(text as never, pattern)));
}

/**
 * The same condition by an index. PostgreSQL's trigrams leave out characters that are no letters in its
 * locale, Chinese ones among them: the index is over `search_text`, whose trigrams find candidates, and
 * `ilike` decides. Words of names that the system gives are searched in their codes.
 */
export function holdsText(texts: readonly SQLWrapper[], search: string | undefined): SQL | undefined {
  const meant = search === undefined ? [] : systemNameSearch(search);
  return or(...[search, ...meant].map((one) => holdsIndexed(texts, one)));
}

function holdsIndexed(texts: readonly SQLWrapper[], search: string | undefined): SQL | undefined {
  const holds = holdsPlainly(texts, search);
  if (holds === undefined || search === undefined) return undefined;
  const word = search.trim();
  const hasTrigram = word.length >= TRIGRAM || [...word].some((char) => char > '\u007f');
  if (!hasTrigram) return holds;
  const mask = sql`'%' || regexp_replace(search_text(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  // Wrapped in coalesce, because the planner would otherwise multiply the selectivities of both conditions.
  return and(
    or(...texts.map((text) => sql`${searchText(text)} like ${mask}`)),
    sql`coalesce(${holds}, false)`,
  );
}

/** Number of newest log rows that are searched before the index is used. */
export const WINDOW = 10_000;

/** Condition for the newest rows of a log before an id (absent: of all), by ids. */
export function windowById(id: PgColumn, before: number | undefined): SQL {
  return sql`${id} > ${before ?? sql`(select max(${id}) from ${id.table})`} - ${WINDOW}::int`;
}

/**
 * Reads a page of a searched log, the newest rows first. Common texts are found among the newest rows at
 * once, rare ones by the index: the planner does not know which is the case, and would choose the slow plan
 * for one of them.
 *
 * @param query reads `limit + 1` rows that fulfil one more condition
 * @param search.recent condition of the window of newest rows, `windowById` where ids are in the order of the
 *   log
 */
export async function searchedPage<Row>(
  search: { recent: SQL; texts: readonly SQLWrapper[]; q: string | undefined },
  limit: number,
  query: (condition: SQL | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const { texts, q } = search;
  const plain = holdsPlainly(texts, q);
  if (plain === undefined) return query(undefined);
  const recent = await query(and(search.recent, plain));
  return recent.length > limit ? recent : query(holdsText(texts, q));
}
