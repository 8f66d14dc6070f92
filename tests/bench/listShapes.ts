import type { EntityContract } from '../../contract/entities/entity.ts';

/** A list as the screens ask for it. */
export interface ListCase {
  /** Path of the route as the OpenAPI has it. */
  route: string;
  /** Path and query. */
  url: string;
}

export type Query = Record<string, string | number>;

/** `path`: the route with its parameters filled in. Queries of routes without pages ask for no `limit`. */
export const caseOf = (route: string, query: Query, path = route): ListCase => {
  const text = new URLSearchParams(Object.entries({ limit: 100, ...query }).map(([k, v]) => [k, String(v)]));
  return { route, url: `${path}?${text}` };
};

/** What is typed into a search: found in most rows, in a few, in one, in none. */
export const searches = (common: string, few: string, one: string) => [common, few, one, 'zz-nowhere-zz'];

/** Every sort both ways, filters, searches, and a page far down. */
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

/** Of a list like another one, over fewer rows: each thing that can be asked, once. */
export const brief = ({ path }: Pick<EntityContract, 'path'>, filters: readonly Query[] = []) => [
  caseOf(`/v1/${path}`, {}),
  ...[{ q: '17', sort: '-name', page: 2 }, ...filters].map((query) => caseOf(`/v1/${path}`, query)),
];

/** A log: newest first; each filter alone, with a search, and a page far down. */
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
