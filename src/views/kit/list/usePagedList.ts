import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Page } from '../../../../contract/api/envelope.ts';
import { useApp } from '../../app/AppContext.tsx';
import { allRows, useRows } from '../rows/useRows.ts';
import { failureOf } from './ListFailed.tsx';
import { useListState } from './useListState.ts';

const same = (row: unknown) => row;

interface PagedListOptions<Stored, Row> {
  /** Order of a list whose address names none. */
  sort?: string;
  /** Refresh interval, ms, of rows without a live topic. */
  everyMs?: number;
  /** Fixed filters, used instead of those in the address. */
  fixed?: Readonly<Record<string, string>>;
  /** Converts a row as stored to the row shown. Must be a stable reference (`useCallback`). */
  look?: (row: Stored) => Row;
}

/**
 * State of a list that the server pages, filters and sorts: the page that the address asks for. The old page
 * stays visible until the next one has arrived.
 *
 * @param path the list's, below `/v1`; its pages are in the query cache as `['rows', path]`
 */
export function usePagedList<Row extends { id: number }, Stored extends { id: number } = Row>(
  path: string,
  options: PagedListOptions<Stored, Row> = {},
) {
  const { api } = useApp();
  const queries = useQueryClient();
  const list = useListState<Row>(options.sort);
  const { fixed, look = same as (row: Stored) => Row } = options;
  const { id: _, ...own } = list.criteria.filters;
  const filters = fixed ?? own;
  const criteria = { ...list.criteria, filters };
  const calls = useMemo(
    () => ({ list: (query: Record<string, string | number>) => api.get<Page<Stored>>(`/v1/${path}`, query) }),
    [api, path],
  );
  const read = useRows(path, calls, criteria, options.everyMs);
  const { data } = read;
  const rows = useMemo(() => data?.rows.map((row) => look(row)), [data, look]);
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['rows', path] }), [queries, path]);
  const failure = failureOf(read);
  return {
    ...list,
    /** Filters that the person has set. */
    filters: fixed === undefined ? own : {},
    rows,
    source: failure === undefined ? { page: rows, queryKey: data?.queryKey } : { page: [] },
    total: data?.total ?? 0,
    estimated: data?.estimated,
    failure,
    /** Reads the page again. */
    refresh,
    /** Reads every row that passes the filters. */
    all: async () => (await allRows(calls, criteria)).map((row) => look(row)),
  };
}
export type PagedListState<Row extends { id: number }> = ReturnType<typeof usePagedList<Row>>;
