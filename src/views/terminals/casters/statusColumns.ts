import type { ColDef } from 'ag-grid-community';
import { formatTimestamp } from '../../../../contract/format.ts';
import type { Feeds } from '../../../streams/feeds.ts';
import type { KindRow } from '../../../streams/kind.ts';
import { detailColumn, levelColumn } from '../../kit/grid/columns.ts';
import { durationText } from '../../kit/time/lengths.ts';
import type { KindContext } from '../../shared/terminals/kindColumns.ts';
import { doingText } from './casterColumns.ts';
import { speechOf } from './speech.ts';

type Row = KindRow<'caster'>;

/** Columns of connection time, activity, target, duration and level. */
export function casterStatusColumns(streams: Pick<Feeds, 'call' | 'task'>) {
  const speech = (row: Row) =>
    speechOf(
      row,
      streams.call.filter(() => true),
      streams.task.filter(() => true),
    );
  return (context: KindContext): ColDef<Row>[] => {
    const { t } = context;
    return [
      detailColumn<Row>('doing', t('caster.now'), (row) => doingText(row, t)),
      {
        colId: 'to',
        headerName: t('caster.to'),
        flex: 1,
        minWidth: 140,
        valueGetter: ({ data }) => {
          const now = data === undefined ? null : speech(data);
          if (now === null) return '';
          return now.kind === 'call' ? now.peer : t('caster.terminals', { ...now });
        },
      },
      {
        colId: 'length',
        headerName: t('caster.since'),
        type: 'rightAligned',
        width: 110,
        valueGetter: ({ data }) => {
          const now = data === undefined ? null : speech(data);
          return now === null ? null : Math.max(0, Math.floor(context.now() / 1000) - now.since);
        },
        valueFormatter: ({ value }) => (value === null ? '—' : durationText(t, value * 1000)),
      },
      levelColumn<Row>(
        'level',
        t('caster.level'),
        (row) =>
          row.status?.level_db == null
            ? null
            : { level: row.status.level_db, peak: null, silent: false, key: String(row.id) },
        { width: 128 },
      ),
      {
        colId: 'online_since',
        headerName: t('caster.connected'),
        width: 160,
        valueGetter: ({ data }) => (data?.online === true ? data.online_since : null),
        valueFormatter: ({ value }) => formatTimestamp(value, '—', context.timeZone),
      },
    ];
  };
}
