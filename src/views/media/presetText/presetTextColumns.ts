import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { type PresetText, presetTextEntity } from '../../../../contract/entities/presetText.ts';
import type { Language } from '../../../../contract/language.ts';
import { buttonsColumn } from '../../kit/grid/ButtonsCell.ts';
import {
  detailColumn,
  numberColumn,
  paged,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import { clockLength } from '../../kit/lengths.ts';
import { FileNameCell } from '../FileNameCell.ts';
import { buildLook, buildReason } from '../fileColumns.ts';

export interface PresetTextColumnContext {
  t: TFunction;
  language: Language;
  timeZone: string;
  groupName: (id: number) => string;
  mayMove: () => boolean;
  onListen: (row: PresetText) => void;
}

/** The columns of preset texts. The server sorts; a column's id is the field that it sorts by. */
export function presetTextColumns(context: PresetTextColumnContext): ColDef<PresetText>[] {
  const { t, language, timeZone, groupName } = context;
  const columns: ColDef<PresetText>[] = [
    statusColumn<PresetText>(
      'build_status',
      t('common.status'),
      (row) => buildLook[row.build_status],
      (status) => t(`status.${status}`),
      { width: 100, minWidth: 84 },
    ),
    detailColumn<PresetText>(
      'name',
      t('common.name'),
      (row) => ({
        main: row.name,
        detail: row.build_status === 'failed' ? buildReason(row, language) : '',
      }),
      {
        flex: 2,
        minWidth: 140,
        cellRenderer: FileNameCell,
        cellRendererParams: { mayMove: context.mayMove },
      },
    ),
    buttonsColumn<PresetText>(
      t('file.listen'),
      (row) => [
        {
          key: 'listen',
          icon: 'listen',
          label: t('file.listenTo', { name: row.name }),
          reason: row.build_status === 'built' ? undefined : t('file.notBuilt'),
        },
      ],
      context.onListen,
      { width: 60, minWidth: 60 },
    ),
    numberColumn<PresetText>('duration_ms', t('file.length'), (ms) => (ms === null ? '—' : clockLength(ms)), {
      width: 72,
    }),
    textColumn<PresetText>('textContent', t('task.text'), { flex: 4, minWidth: 160 }),
    {
      ...textColumn<PresetText>('voiceName', t('task.voice'), { width: 104 }),
      valueFormatter: ({ value }) => (value === undefined ? '' : t(`codes.ttsVoice.${value}`)),
    },
    numberColumn<PresetText>('voiceSpeed', t('presetText.speed'), undefined, { width: 72 }),
    {
      ...textColumn<PresetText>('group_id', t('file.group'), { flex: 1, minWidth: 96 }),
      valueGetter: ({ data }) =>
        data === undefined || data.group_id === null ? '' : groupName(data.group_id),
    },
    numberColumn<PresetText>('position', t('shelf.place'), undefined, { width: 64, hide: true }),
    timeColumn<PresetText>('created_at', t('shelf.createdAt'), t('common.none'), timeZone, { width: 146 }),
  ];
  return paged(columns, presetTextEntity.sortable);
}
