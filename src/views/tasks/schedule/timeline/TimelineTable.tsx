import { CalendarClockRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useSiteClock } from '../../../app/AppContext.tsx';
import { nameColumn, numberColumn, textColumn, timeColumn } from '../../../kit/grid/columns.ts';
import { DataGrid } from '../../../kit/grid/DataGrid.tsx';
import type { GridHandle } from '../../../kit/grid/handle.ts';
import { EmptyState } from '../../../kit/layout/EmptyState.tsx';
import { meetsText } from './pieceText.ts';
import type { TimedRun } from './zoneRuns.ts';

/** A run with an id, as the grid needs it. */
export type TableRun = TimedRun & { id: number };

/** The same runs as a table, for screen readers, sorting and export. */
export function TimelineTable(props: {
  runs: readonly TimedRun[] | undefined;
  handle: GridHandle<TableRun>;
  onOpen: (task: number) => void;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const columns = useMemo(() => {
    const none = t('common.unknown');
    const zone = clock.timeZone();
    return [
      timeColumn<TableRun>('start', t('schedule.startTime'), none, zone, { sort: 'asc' as const }),
      timeColumn<TableRun>('end', t('schedule.endTime'), none, zone),
      nameColumn<TableRun>('name', t('common.name'), { flex: 2, minWidth: 140 }),
      nameColumn<TableRun>('org', t('task.zone'), {
        flex: 2,
        minWidth: 140,
        valueGetter: ({ data }) =>
          data?.org.map((id) => streams.zoneName(id) || id).join(t('kit.listComma')) ?? '',
      }),
      numberColumn<TableRun>('terminals', t('task.terminals')),
      numberColumn<TableRun>('priority', t('common.priority')),
      textColumn<TableRun>('audio_source', t('task.source'), {
        width: 112,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.audioSource.${data.audio_source}`)),
      }),
      textColumn<TableRun>('meets', t('schedule.meets'), {
        flex: 3,
        minWidth: 180,
        valueGetter: ({ data }) => (data === undefined ? '' : meetsText(data, t)),
      }),
    ];
  }, [t, clock, streams]);
  const rows = useMemo(() => props.runs?.map((run) => ({ ...run, id: run.key + 1 })), [props.runs]);
  return (
    <DataGrid<TableRun>
      name="timeline"
      label={t('schedule.timeline')}
      columns={columns}
      source={{ page: rows }}
      handle={props.handle}
      onOpen={(row) => props.onOpen(row.task_id)}
      empty={
        <EmptyState
          icon={<CalendarClockRegular />}
          title={t('schedule.emptyTitle')}
          hint={t('schedule.emptyWhy')}
        />
      }
    />
  );
}
