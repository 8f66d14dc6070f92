import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { type PresetText, presetTextEntity } from '../../../../contract/entities/sound/presetText.ts';
import type { Language } from '../../../../contract/language.ts';
import { numberColumn, paged, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import {
  buildColumn,
  groupColumn,
  mediaName,
  ownerColumn,
  soundColumns,
} from '../../shared/media/mediaColumns.ts';
import { buildReason } from '../files/fileColumns.ts';

export interface PresetTextColumnContext {
  t: TFunction;
  language: Language;
  timeZone: string;
  groupName: (id: number) => string;
  zoneName: (id: number) => string;
  mayMove: () => boolean;
  onListen: (row: PresetText) => void;
}

/** Columns of preset texts. The server sorts; the id of a column is the field that it sorts by. */
export function presetTextColumns(context: PresetTextColumnContext): ColDef<PresetText>[] {
  const { t, language, timeZone, groupName } = context;
  const columns: ColDef<PresetText>[] = [
    buildColumn(t),
    mediaName(
      t,
      (row) => ({ main: row.name, detail: row.build_status === 'failed' ? buildReason(row, language) : '' }),
      context.mayMove,
      { flex: 2, minWidth: 140 },
    ),
    ...soundColumns(t, context.onListen),
    textColumn<PresetText>('textContent', t('task.text'), { flex: 4, minWidth: 160 }),
    {
      ...textColumn<PresetText>('voiceName', t('task.voice'), { width: 128 }),
      valueFormatter: ({ value }) => (value === undefined ? '' : t(`codes.ttsVoice.${value}`)),
    },
    numberColumn<PresetText>('voiceSpeed', t('presetText.speed'), undefined, { width: 72 }),
    groupColumn(t, groupName),
    ownerColumn(t, context.zoneName),
    numberColumn<PresetText>('position', t('library.place'), undefined, { width: 64, hide: true }),
    timeColumn<PresetText>('created_at', t('library.createdAt'), t('common.none'), timeZone, { width: 146 }),
  ];
  return paged(columns, presetTextEntity.sortable);
}
