import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { auditTime, type Observable } from 'rxjs';
import type { KeyPage } from '../../../../contract/api/envelope.ts';
import { useApp } from '../../app/AppContext.tsx';
import { failureOf } from '../../kit/list/ListFailed.tsx';
import type { Criteria } from '../../kit/rows/criteria.ts';
import { useAddress } from '../../kit/useAddress.ts';

/** Rows of a page. */
const LIMIT = 100;
/** Refresh interval of the newest page, ms. */
const everyMs = 5_000;
/** Shortest interval of reads after live messages, ms. */
const refetchEveryMs = 400;

/** A live topic that announces changes of the rows. */
export interface LogChanges {
  changes$: Observable<unknown>;
}
/** Names in the address that are no filters: tab, page, open row, ticked rows, search. */
const own = new Set(['tab', 'before', 'id', 'sel', 'q']);

export interface LogPage {
  isNewest: boolean;
  hasOlder: boolean;
  newest: () => void;
  newer: () => void;
  older: () => void;
}

/**
 * Loads a page of a log, which is paged by key. Filters, page and the open row (`id`) are in the address; a
 * change of filters returns to the newest page.
 *
 * @param news announces changes of the rows; without it the newest page is read again every few seconds
 */
export function useLog<Row>(path: string, news?: LogChanges) {
  const { api } = useApp();
  const [search, changeAddress] = useAddress();
  /** Pages visited before this one, newest first; undefined is the newest page. */
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([]);
  const { filters, q, before, opened } = useMemo(() => {
    const params = new URLSearchParams(search);
    return {
      filters: Object.fromEntries([...params].filter(([name, value]) => !own.has(name) && value !== '')),
      q: params.get('q') ?? undefined,
      before: params.get('before') ?? undefined,
      opened: Number(params.get('id')) || undefined,
    };
  }, [search]);
  const query = useMemo(() => ({ ...filters, ...(q === undefined ? {} : { q }) }), [filters, q]);
  const paged = { ...query, limit: LIMIT, ...(before === undefined ? {} : { before }) };
  const read = useQuery({
    queryKey: ['rows', path, paged],
    queryFn: async () => ({
      ...(await api.get<KeyPage<Row>>(`/v1/${path}`, paged)),
      queryKey: JSON.stringify(paged),
    }),
    placeholderData: keepPreviousData,
    ...(before === undefined && news === undefined ? { refetchInterval: everyMs } : {}),
  });
  const { data } = read;
  const queries = useQueryClient();
  useEffect(() => {
    const subscription = news?.changes$
      .pipe(auditTime(refetchEveryMs))
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', path] }));
    return () => subscription?.unsubscribe();
  }, [news, path, queries]);
  const write = useCallback(
    (values: Readonly<Record<string, string | number | undefined>>) =>
      changeAddress((old) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === '') old.delete(name);
          else old.set(name, String(value));
        }
        return old;
      }),
    [changeAddress],
  );
  const put = useCallback(
    (values: Readonly<Record<string, string | number | undefined>>) => {
      setTrail([]);
      write({ ...values, before: undefined, id: undefined });
    },
    [write],
  );
  const go = (page: string | undefined, way: readonly (string | undefined)[]) => {
    setTrail(way);
    write({ before: page, id: undefined });
  };
  const page: LogPage = {
    isNewest: before === undefined,
    hasOlder: data !== undefined && data.next !== null,
    newest: () => go(undefined, []),
    newer: () => go(trail.at(-1), trail.slice(0, -1)),
    older: () => go(String(data?.next ?? ''), [...trail, before]),
  };
  const failure = failureOf(read);
  const criteria: Criteria = { page: 1, limit: LIMIT, q, filters };
  return {
    rows: data?.rows,
    query,
    criteria,
    page,
    put,
    /** Changes search and filters. */
    change: ({ q: text, filters: changed = {} }: Partial<Criteria>) =>
      put({ ...changed, ...(text === undefined ? {} : { q: text }) }),
    source: failure === undefined ? { page: data?.rows, queryKey: data?.queryKey } : { page: [] },
    failure,
    opened,
    open: (id: number | undefined) => write({ id }),
  };
}
export type LogState<Row> = ReturnType<typeof useLog<Row>>;
