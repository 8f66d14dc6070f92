import { useMemo } from 'react';
import { useGridHandle } from '../grid/handle.ts';
import { useCriteria } from '../rows/useCriteria.ts';
import { useSelection } from '../rows/useSelection.ts';

/**
 * State of a list: filters, sort, open row and selection, all in the address, and the handle of its grid.
 * `sort`: order of a list whose address names none.
 */
export function useListState<Row>(sort?: string) {
  const { criteria, change } = useCriteria({ sort });
  const selection = useSelection();
  const handle = useGridHandle<Row>();
  return useMemo(() => {
    /** Writes filters to the address; an empty value is removed. */
    const put = (filters: Readonly<Record<string, string>>) => change({ filters });
    return {
      criteria,
      change,
      put,
      selection,
      handle,
      /** The row open in the side panel, and the function that opens one (undefined: none). */
      opened: Number(criteria.filters.id) || undefined,
      open: (id: number | undefined) => put({ id: id === undefined ? '' : String(id) }),
    };
  }, [criteria, change, selection, handle]);
}
export type ListState<Row> = ReturnType<typeof useListState<Row>>;

/** Normalizes the search word for comparison with rows. */
export const searchWord = (q: string | undefined) => (q ?? '').trim().toLocaleLowerCase();
