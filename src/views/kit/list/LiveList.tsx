import { useMemo } from 'react';
import type { Observable } from 'rxjs';
import { useObservable } from '../../app/useObservable.ts';
import type { RowEvent } from '../grid/feed.ts';
import { GridTools } from '../toolbar/GridTools.tsx';
import { LiveAge } from '../toolbar/LiveAge.tsx';
import { ListFrame, type ListParts } from './ListFrame.tsx';
import type { ListState } from './useListState.ts';

export interface LiveListProps<Row extends { id: number }> extends ListParts<Row> {
  list: ListState<Row>;
  /** The live rows; one collection of `streams`. */
  rows: { changes$: Observable<RowEvent<Row>>; filter(test: (row: Row) => boolean): Row[] };
  /** Filter by the address (undefined: none). Keep its identity while its result is the same. */
  filter: ((row: Row) => boolean) | undefined;
}

/** List of live rows, whole. Of the filters in the address it knows those that `words` names. */
export function LiveList<Row extends { id: number }>(props: LiveListProps<Row>) {
  const { list, rows, filter, ...parts } = props;
  const { criteria, change, selection, handle } = list;
  const source = useMemo(() => ({ live: rows.changes$ }), [rows]);
  // Rows that come and go change what is ticked.
  useObservable(handle.counts$, handle.counts$.value);
  const { words = {} } = parts;
  const known = Object.entries(criteria.filters).filter(([name]) => name in words);
  return (
    <ListFrame<Row>
      list={list}
      parts={parts}
      rows={{
        source,
        filter,
        ticked: parts.actions === undefined ? [] : rows.filter((row) => selection.ids.has(row.id)),
        filters: Object.fromEntries(known),
        onSort: (sort) => change({ sort: sort ?? '' }),
        gridTools: <GridTools handle={handle} fileName={parts.label} />,
        age: <LiveAge grid={handle} />,
      }}
    />
  );
}
