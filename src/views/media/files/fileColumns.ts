import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { isMessageKey, messageText } from '../../../../contract/api/errors.ts';
import { fileEntity } from '../../../../contract/entities/sound/file.ts';
import type { Language } from '../../../../contract/language.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import { numberColumn, paged, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import {
  buildColumn,
  groupColumn,
  mediaName,
  ownerColumn,
  soundColumns,
} from '../../shared/media/mediaColumns.ts';
import { sizeText } from '../../shared/media/sizes.ts';
import type { LibraryRow } from './useLiveFiles.ts';

export interface FileColumnContext {
  t: TFunction;
  language: Language;
  timeZone: string;
  groupName: (id: number) => string;
  zoneName: (id: number) => string;
  mayMove: () => boolean;
  onListen: (row: LibraryRow) => void;
}

/** Reason why a file could not be built, in the user's language. */
export function buildReason(row: Pick<LibraryRow, 'build_error'>, language: Language): string {
  return isMessageKey(row.build_error) ? messageText(row.build_error, language) : (row.build_error ?? '');
}

/** Name of a file, with the progress of the build or the reason of its failure. */
function nameOf(row: LibraryRow, { t, language }: FileColumnContext): DetailText {
  if (row.build_status === 'failed') return { main: row.name, detail: buildReason(row, language) };
  if (row.build_status !== 'building') return { main: row.name, detail: '' };
  return { main: row.name, detail: t('file.building', { percent: Math.floor(row.progress * 100) }) };
}

/** Columns of the library. The server sorts; the id of a column is the field that it sorts by. */
export function fileColumns(context: FileColumnContext): ColDef<LibraryRow>[] {
  const { t, timeZone, groupName } = context;
  const none = t('common.none');
  const columns: ColDef<LibraryRow>[] = [
    buildColumn(t),
    mediaName(t, (row) => nameOf(row, context), context.mayMove, { flex: 3, minWidth: 132 }),
    ...soundColumns(t, context.onListen),
    textColumn<LibraryRow>('format', t('file.format'), { width: 64 }),
    numberColumn<LibraryRow>('size', t('file.size'), (bytes) => sizeText(bytes ?? 0), { width: 76 }),
    numberColumn<LibraryRow>(
      'loudness',
      t('file.loudness'),
      (lufs) => (lufs === null ? '—' : lufs.toFixed(1)),
      { width: 84 },
    ),
    groupColumn(t, groupName),
    ownerColumn(t, context.zoneName),
    timeColumn<LibraryRow>('uploaded_at', t('file.uploadedAt'), none, timeZone, { width: 146 }),
    textColumn<LibraryRow>('uploaded_by_name', t('file.uploadedBy'), { width: 72 }),
    textColumn<LibraryRow>('original_name', t('file.originalName'), { flex: 2, minWidth: 112 }),
  ];
  return paged(columns, fileEntity.sortable);
}
