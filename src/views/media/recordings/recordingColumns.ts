import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { RecordFile } from '../../../../contract/entities/sound/recordFile.ts';
import { buttonsColumn } from '../../kit/grid/ButtonsCell.ts';
import { detailColumn, numberColumn, paged, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { sizeText } from '../../shared/media/sizes.ts';

const PACKETS_PER_S = 50;

/** Describes what is special about a recording; empty: nothing. */
export function remarkOf(t: TFunction, row: RecordFile): string {
  const remarks = [
    row.duration_ms === null ? t('recording.running') : '',
    row.emergency ? t('recording.emergency') : '',
    row.cut_off ? t('recording.cutOff') : '',
    row.lost > 0 ? t('recording.lost', { seconds: (row.lost / PACKETS_PER_S).toFixed(1) }) : '',
  ];
  return remarks.filter(Boolean).join(t('kit.listComma'));
}

/** Column of the id of a terminal; a person at the console and zones have none. */
function idColumn(field: 'callerId' | 'calleeId', title: string): ColDef<RecordFile> {
  return numberColumn<RecordFile>(field, title, (id) => (id === null ? '—' : String(id)), { width: 84 });
}

/** Columns of the recordings, in order of time. */
export function recordingColumns(
  t: TFunction,
  timeZone: string,
  onListen: (row: RecordFile) => void,
): ColDef<RecordFile>[] {
  return paged<RecordFile>(
    [
      timeColumn('createdAt', t('recording.createdAt'), t('common.none'), timeZone, { width: 150 }),
      textColumn('recordType', t('recording.type'), {
        width: 104,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`codes.recordType.${data.recordType}`)),
      }),
      detailColumn(
        'name',
        t('common.name'),
        (row) => ({ main: row.name, detail: remarkOf(t, row), fault: row.lost > 0 || row.cut_off }),
        { flex: 3, minWidth: 160 },
      ),
      buttonsColumn<RecordFile>(
        t('recording.listen'),
        (row) => [
          {
            key: 'listen',
            icon: 'listen',
            label: t('recording.listenTo', { name: row.name }),
            reason: row.duration_ms === null ? t('recording.stillRunning') : undefined,
          },
        ],
        onListen,
        { width: 64, minWidth: 64 },
      ),
      textColumn('callerName', t('recording.caller'), { flex: 2, minWidth: 110 }),
      idColumn('callerId', t('recording.callerId')),
      textColumn('calleeName', t('recording.callee'), { flex: 2, minWidth: 110 }),
      idColumn('calleeId', t('recording.calleeId')),
      numberColumn('duration_ms', t('recording.length'), (ms) => (ms === null ? '—' : durationText(t, ms)), {
        width: 92,
      }),
      numberColumn('size', t('recording.size'), (bytes) => (bytes === null ? '—' : sizeText(bytes)), {
        width: 84,
      }),
    ],
    [],
  );
}
