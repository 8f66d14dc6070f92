import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '../../../../contract/api/envelope.ts';
import { type Criteria, toQuery } from './criteria.ts';

/** A list as a screen reads it: the calls of `createCrud`, or anything of the same shape. */
export interface ListCall<Row> {
  list(query: Record<string, string | number>): Promise<Page<Row>>;
}

/**
 * Loads one page of a list. `key` names the list (the entity's path); invalidate `['rows', key]` after a
 * change. The old page stays visible until the next one has arrived. `everyMs`: refresh interval for data
 * without a live topic. `queryKey` in its data is the query that this page answers.
 */
export function useRows<Row>(key: string, call: ListCall<Row>, criteria: Criteria, everyMs?: number) {
  const query = toQuery(criteria);
  return useQuery({
    queryKey: ['rows', key, query],
    queryFn: async () => ({ ...(await call.list(query)), queryKey: JSON.stringify(query) }),
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** Loads every row that passes the filters, page by page, for exports. Stops at the last page. */
export async function allRows<Row>(call: ListCall<Row>, criteria: Criteria): Promise<Row[]> {
  const limit = 1000;
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const one = await call.list(toQuery({ ...criteria, page, limit }));
    rows.push(...one.rows);
    if (one.rows.length < limit) return rows;
  }
}
