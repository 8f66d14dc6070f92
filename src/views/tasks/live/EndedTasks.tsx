import { makeStyles } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { filter, switchMap, take, timer } from 'rxjs';
import type { Page } from '../../../../contract/api/envelope.ts';
import { type TaskRow, taskSortable } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { detailColumn, numberColumn, paged, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { allRows, useRows } from '../../kit/rows/useRows.ts';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { isSettling, settleEveryMs } from '../../shared/startTask/settling.ts';

const useStyles = makeStyles({ grid: { flexGrow: 1, minHeight: 0 } });

/** Ended tasks, the newest first, each with the number of terminals where it was heard. */
export function EndedTasks(props: { onOpen: (id: number) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const { criteria: address, change } = useCriteria({ sort: '-ended_at' });
  const { page, limit, sort, q } = address;
  const criteria = useMemo(
    () => ({ page, limit, sort, q, filters: { state: 'ended' } }),
    [page, limit, sort, q],
  );
  const calls = useMemo(
    () => ({ list: (query: Record<string, string | number>) => api.get<Page<TaskRow>>('/v1/task', query) }),
    [api],
  );
  const { data } = useRows('task', calls, criteria);
  const handle = useGridHandle<TaskRow>();
  useEffect(() => {
    // A row leaves the feed before its end is stored: fetch at once, and once more later.
    const ended = streams.task.changes$
      .pipe(
        filter((event) => event.kind === 'delta' && event.gone.length > 0),
        switchMap(() => timer(0, settleEveryMs).pipe(take(2))),
      )
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', 'task'] }));
    return () => ended.unsubscribe();
  }, [streams, queries]);
  useEffect(() => {
    const settling = () => data?.rows.some((row) => isSettling(row.ended_at, clock.now())) === true;
    if (!settling()) return;
    const again = setInterval(() => {
      void queries.invalidateQueries({ queryKey: ['rows', 'task'] });
      if (!settling()) clearInterval(again);
    }, settleEveryMs);
    return () => clearInterval(again);
  }, [data, clock, queries]);

  const columns = useMemo(() => {
    const zone = clock.timeZone();
    const none = t('common.none');
    return paged<TaskRow>(
      [
        textColumn('name', t('common.name'), { flex: 3, minWidth: 140 }),
        {
          ...textColumn<TaskRow>('task_type', t('task.type'), { width: 96 }),
          valueGetter: ({ data: row }) => (row === undefined ? '' : t(`codes.taskType.${row.task_type}`)),
        },
        {
          ...textColumn<TaskRow>('audio_source', t('task.source'), { width: 96 }),
          valueGetter: ({ data: row }) =>
            row === undefined ? '' : t(`codes.audioSource.${row.audio_source}`),
        },
        numberColumn('priority', t('common.priority'), undefined, { width: 80 }),
        timeColumn('started_at', t('task.startedAt'), none, zone, { width: 150 }),
        timeColumn('ended_at', t('task.endedAt'), none, zone, { width: 150 }),
        {
          ...textColumn<TaskRow>('end_reason', t('task.endReason'), { flex: 2, minWidth: 120 }),
          valueGetter: ({ data: row }) =>
            row === undefined || row.end_reason === null ? '' : t(`task.endReasons.${row.end_reason}`),
        },
        detailColumn<TaskRow>(
          'heard',
          t('task.heardAt'),
          (row) => ({
            main: `${row.heard} / ${row.targets}`,
            detail: '',
            fault: row.missed > 0,
          }),
          { width: 112, flex: 0 },
        ),
        textColumn('started_by', t('task.by'), { width: 120 }),
      ],
      taskSortable,
    );
  }, [t, clock]);
  return (
    <>
      <Toolbar
        end={
          <GridTools
            handle={handle}
            fileName={t('task.ended')}
            all={() => allRows<TaskRow>(calls, criteria)}
          />
        }
      >
        <SearchField
          value={q}
          placeholder={t('task.searchEnded')}
          onChange={(text) => change({ q: text ?? '' })}
        />
      </Toolbar>
      <div className={s.grid}>
        <DataGrid<TaskRow>
          name="task-ended"
          label={t('task.ended')}
          columns={columns}
          source={{ page: data?.rows, asked: data?.asked }}
          handle={handle}
          sort={sort}
          onSort={(next) => change({ sort: next ?? '' })}
          onOpen={(row) => props.onOpen(row.id)}
          empty={
            <ListEmpty
              criteria={{ ...criteria, filters: {} }}
              change={change}
              icon={<HistoryRegular />}
              title={t('task.noneEnded')}
              why={t('task.noneEndedWhy')}
            />
          }
        />
      </div>
      <StatusBar handle={handle}>
        <Pager
          page={page}
          limit={limit}
          total={data?.total ?? 0}
          estimated={data?.estimated}
          onPage={(next) => change({ page: next })}
        />
      </StatusBar>
    </>
  );
}
