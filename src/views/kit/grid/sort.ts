import type { ColumnState } from 'ag-grid-community';

/** Converts `sort` of a list query (`name`, `-name`) to the grid's column state. */
export function sortState(sort: string | undefined): ColumnState[] {
  if (sort === undefined || sort === '') return [];
  const isDescending = sort.startsWith('-');
  return [{ colId: isDescending ? sort.slice(1) : sort, sort: isDescending ? 'desc' : 'asc', sortIndex: 0 }];
}

/** Converts the grid's sort to `sort` of a list query; undefined when nothing is sorted. */
export function sortOf(state: readonly ColumnState[]): string | undefined {
  const first = state
    .filter((column) => column.sort)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))[0];
  if (first === undefined) return undefined;
  return first.sort === 'desc' ? `-${first.colId}` : first.colId;
}

/** Column layout to store per account: order, width, visibility. The sort is stored in the address. */
export function layoutOf(state: readonly ColumnState[]): ColumnState[] {
  return state.map(({ colId, width, hide, pinned, flex }) => ({
    colId,
    ...(width === undefined ? {} : { width }),
    hide: hide ?? false,
    pinned: pinned ?? null,
    flex: flex ?? null,
  }));
}
