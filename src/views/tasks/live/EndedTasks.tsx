import { HistoryRegular } from '@fluentui/react-icons';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { filter, switchMap, take, timer } from 'rxjs';
import { type TaskRow, taskSortable } from '../../../../contract/entities/tasks/broadcast.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import {
  detailColumn,
  nameColumn,
  numberColumn,
  paged,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import { PagedList } from '../../kit/list/PagedList.tsx';
import { usePagedList } from '../../kit/list/usePagedList.ts';
import { isSettling, settleEveryMs } from '../../shared/startTask/settling.ts';

/** Filters of the list; those of the address belong to the other tab. */
const fixed = { state: 'ended' };

/** Ended tasks, the newest first, each with the number of terminals where it was heard. */
export function EndedTasks(props: { onOpen: (id: number) => void }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const list = usePagedList<TaskRow>('task', { sort: '-ended_at', fixed });
  const { rows, refresh } = list;
  useEffect(() => {
    // A row leaves the feed before its end is stored: fetch at once, and once more later.
    const ended = streams.task.changes$
      .pipe(
        filter((event) => event.kind === 'delta' && event.gone.length > 0),
        switchMap(() => timer(0, settleEveryMs).pipe(take(2))),
      )
      .subscribe(() => void refresh());
    return () => ended.unsubscribe();
  }, [streams, refresh]);
  useEffect(() => {
    const settling = () => rows?.some((row) => isSettling(row.ended_at, clock.now())) === true;
    if (!settling()) return;
    const again = setInterval(() => {
      void refresh();
      if (!settling()) clearInterval(again);
    }, settleEveryMs);
    return () => clearInterval(again);
  }, [rows, clock, refresh]);

  const columns = useMemo(() => {
    const zone = clock.timeZone();
    const none = t('common.none');
    return paged<TaskRow>(
      [
        nameColumn('name', t('common.name'), { flex: 3, minWidth: 140 }),
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
            detail: row.behind_relay > 0 ? t('home.behindRelay', { n: row.behind_relay }) : '',
            fault: row.missed > 0,
          }),
          { width: 152, flex: 0 },
        ),
        textColumn('started_by', t('task.by'), { width: 120 }),
      ],
      taskSortable,
    );
  }, [t, clock]);
  return (
    <PagedList<TaskRow>
      list={list}
      name="task-ended"
      label={t('task.ended')}
      columns={columns}
      search={t('task.searchEnded')}
      onOpen={(row) => props.onOpen(row.id)}
      empty={{ icon: <HistoryRegular />, title: t('task.noneEnded'), hint: t('task.noneEndedWhy') }}
    />
  );
}
