/** Filters, sort and page of a list, stored in the address bar. */
export interface Criteria {
  page: number;
  limit: number;
  sort?: string | undefined;
  q?: string | undefined;
  /** Filter fields of the entity by name. */
  filters: Readonly<Record<string, string>>;
}

export const defaultLimit = 100;
/**
 * Names in the address that are no filters of the entity: presentation of the list, and the tab of the
 * screen.
 */
const own = new Set(['page', 'limit', 'sort', 'q', 'sel', 'zones', 'tab']);

const whole = (text: string | null, fallback: number) => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : fallback;
};

/** Reads the criteria from an address; those that it does not name have the default of the screen. */
export function readCriteria(
  params: URLSearchParams,
  defaults: {
    page?: number | undefined;
    limit?: number | undefined;
    sort?: string | undefined;
    q?: string | undefined;
  },
): Criteria {
  const filters = Object.fromEntries([...params].filter(([name, value]) => !own.has(name) && value !== ''));
  return {
    page: whole(params.get('page'), defaults.page ?? 1),
    limit: whole(params.get('limit'), defaults.limit ?? defaultLimit),
    sort: params.get('sort') ?? defaults.sort,
    q: params.get('q') ?? defaults.q,
    filters,
  };
}

/** Tells whether two criteria ask for the same rows; page, limit and the open row (`id`) do not count. */
export function sameCriteria(a: Criteria, b: Criteria): boolean {
  const text = ({ sort, q, filters: { id: _, ...filters } }: Criteria) =>
    JSON.stringify([sort ?? '', q ?? '', Object.entries(filters).sort()]);
  return text(a) === text(b);
}

/**
 * Returns the address after a change; a change of search, filters or sort returns to page 1. An empty value
 * is removed from the address.
 */
export function changeCriteria(old: URLSearchParams, patch: Partial<Criteria>): URLSearchParams {
  const next = new URLSearchParams(old);
  const put = (name: string, value: string | undefined) => {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  };
  if ('sort' in patch) put('sort', patch.sort);
  if ('q' in patch) put('q', patch.q);
  for (const [name, value] of Object.entries(patch.filters ?? {})) put(name, value);
  const isSame = sameCriteria(readCriteria(old, {}), readCriteria(next, {}));
  if (patch.page !== undefined) put('page', patch.page === 1 ? undefined : String(patch.page));
  else if (!isSame) next.delete('page');
  if (patch.limit !== undefined) put('limit', String(patch.limit));
  return next;
}

/** Converts the criteria to the query of a list call. */
export function toQuery(criteria: Criteria): Record<string, string | number> {
  const { page, limit, sort, q, filters } = criteria;
  return { page, limit, ...filters, ...(sort ? { sort } : {}), ...(q ? { q } : {}) };
}
