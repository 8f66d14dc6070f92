import type { EntityContract } from '../../contract/entities/entity.ts';

/** List as the console requests it. */
export interface ListCase {
  /** Path of the route in the OpenAPI. */
  route: string;
  /** Path and query. */
  url: string;
}

export type Query = Record<string, string | number>;

/** @param path the route with its parameters filled in. Routes without pages have no `limit`. */
export const caseOf = (route: string, query: Query, path = route): ListCase => {
  const text = new URLSearchParams(Object.entries({ limit: 100, ...query }).map(([k, v]) => [k, String(v)]));
  return { route, url: `${path}?${text}` };
};

/** Search texts: found in most rows, in a few, in one, in none. */
export const searches = (common: string, few: string, one: string) => [common, few, one, 'zz-nowhere-zz'];

/** Every sort in both directions, filters, searches, and a late page. */
export function paged(
  route: string,
  sortable: readonly string[],
  words: readonly string[],
  filters: readonly Query[],
  base: Query = {},
  path = route,
): ListCase[] {
  return [
    caseOf(route, base, path),
    caseOf(route, { ...base, page: 50 }, path),
    ...sortable.flatMap((field) => [
      caseOf(route, { ...base, sort: field }, path),
      caseOf(route, { ...base, sort: `-${field}` }, path),
    ]),
    ...words.map((q) => caseOf(route, { ...base, q }, path)),
    ...filters.flatMap((filter) => [
      caseOf(route, { ...base, ...filter }, path),
      caseOf(route, { ...base, ...filter, q: words[1] ?? '' }, path),
    ]),
  ];
}

export const entity = (
  { path, sortable }: { path: string; sortable: readonly string[] },
  words: readonly string[],
  filters: readonly Query[] = [],
) => paged(`/v1/${path}`, sortable, words, filters);

/** Short version of a list like another one, over fewer rows: each feature once. */
export const brief = ({ path }: Pick<EntityContract, 'path'>, filters: readonly Query[] = []) => [
  caseOf(`/v1/${path}`, {}),
  ...[{ q: '17', sort: '-name', page: 2 }, ...filters].map((query) => caseOf(`/v1/${path}`, query)),
];

/** Log: newest first; each filter alone, with a search, and a late page. */
export function log(
  route: string,
  words: readonly string[],
  filters: readonly Query[],
  before: number,
): ListCase[] {
  return [
    caseOf(route, {}),
    caseOf(route, { before }),
    ...words.map((q) => caseOf(route, { q })),
    ...filters.flatMap((filter) => [
      caseOf(route, filter),
      caseOf(route, { ...filter, before }),
      ...words.slice(1, 2).map((q) => caseOf(route, { ...filter, q })),
    ]),
  ];
}
