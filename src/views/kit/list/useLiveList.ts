import { useMemo } from 'react';
import { useGridHandle } from '../grid/handle.ts';
import { useCriteria } from '../useCriteria.ts';
import { useSelection } from '../useSelection.ts';

/** What a live list keeps: filters, sort, open row and selection, all in the address, and the handle of its grid. */
export function useLiveList<Row>(sort: string) {
  const { criteria, change } = useCriteria({ sort });
  const selection = useSelection();
  const handle = useGridHandle<Row>();
  return useMemo(() => {
    /** Puts filters into the address; an empty value leaves it. */
    const put = (filters: Readonly<Record<string, string>>) => change({ filters });
    return {
      criteria,
      change,
      put,
      selection,
      handle,
      /** The row that is open beside the list, and what opens one (undefined: none). */
      opened: Number(criteria.filters.id) || undefined,
      open: (id: number | undefined) => put({ id: id === undefined ? '' : String(id) }),
    };
  }, [criteria, change, selection, handle]);
}
export type LiveListState<Row> = ReturnType<typeof useLiveList<Row>>;

/** The search word as rows are compared with it. */
export const searchWord = (q: string | undefined) => (q ?? '').trim().toLocaleLowerCase();
