import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListFrame, type ListParts } from '../../kit/list/ListFrame.tsx';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { ColumnsMenu } from '../../kit/toolbar/ColumnsMenu.tsx';
import { TimeFilter } from '../../kit/toolbar/TimeFilter.tsx';
import { LogExport, LogPager } from './LogParts.tsx';
import { rangeOf, rangeWords } from './logRange.ts';
import type { LogState } from './useLog.ts';

/** Log paged by key, the newest first: search, range of time, filters, export of all rows that pass them. */
export function LogList<Row extends { id: number }>(
  props: Omit<ListParts<Row>, 'name' | 'notes'> & {
    /** Result of `useLog`. */
    log: LogState<Row>;
    /** Path below `/v1`; also the key of the stored column layout. */
    path: string;
    /** Describes what opening a row does. */
    hint: string;
    /** Further parameters of the export. */
    more?: Readonly<Record<string, string>>;
  },
) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const handle = useGridHandle<Row>();
  const selection = useSelection();
  const { log, path, hint, more, children, tools, ...parts } = props;
  const { criteria, change } = log;
  return (
    <ListFrame<Row>
      list={{ criteria, change, handle, selection }}
      parts={{
        ...parts,
        name: path,
        words: { ...rangeWords(t, clock.timeZone()), ...parts.words },
        children: (
          <>
            <TimeFilter {...rangeOf(criteria.filters)} onChange={log.put} />
            {children}
          </>
        ),
        notes: <span>{hint}</span>,
      }}
      rows={{
        source: log.source,
        ticked: (log.rows ?? []).filter((row) => selection.ids.has(row.id)),
        filters: criteria.filters,
        gridTools: (
          <>
            {tools}
            <ColumnsMenu handle={handle} />
            <LogExport path={path} query={{ ...log.query, ...more }} />
          </>
        ),
        failure: log.failure,
        pager: <LogPager page={log.page} />,
      }}
    />
  );
}
