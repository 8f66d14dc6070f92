import type { ReactNode } from 'react';
import { GridTools } from '../toolbar/GridTools.tsx';
import { Pager } from '../toolbar/Pager.tsx';
import { ListFrame, type ListParts } from './ListFrame.tsx';
import type { PagedListState } from './usePagedList.ts';

/** List that the server pages, filters and sorts. */
export function PagedList<Row extends { id: number }>(
  props: ListParts<Row> & {
    list: PagedListState<Row>;
    /** Tools of the grid, in place of columns and the export of all pages. */
    gridTools?: ReactNode;
  },
) {
  const { list, gridTools, ...parts } = props;
  const { criteria, change, selection, handle } = list;
  return (
    <ListFrame<Row>
      list={list}
      parts={parts}
      rows={{
        source: list.source,
        ticked: (list.rows ?? []).filter((row) => selection.ids.has(row.id)),
        filters: list.filters,
        onSort: (sort) => change({ sort: sort ?? '' }),
        gridTools: gridTools ?? <GridTools handle={handle} fileName={parts.label} all={list.all} />,
        failure: list.failure,
        pager: (
          <Pager
            page={criteria.page}
            limit={criteria.limit}
            total={list.total}
            estimated={list.estimated}
            onPage={(page) => change({ page })}
          />
        ),
      }}
    />
  );
}
