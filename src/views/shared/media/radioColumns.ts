import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { messageText } from '../../../../contract/api/errors.ts';
import { type Radio, radioEntity } from '../../../../contract/entities/sound/radio.ts';
import type { RadioState } from '../../../../contract/fieldCodes.ts';
import type { Language } from '../../../../contract/language.ts';
import { ruleText } from '../../../../contract/rules/ruleMessage.ts';
import { buttonsColumn } from '../../kit/grid/ButtonsCell.ts';
import { numberColumn, paged, statusColumn, textColumn, timeColumn } from '../../kit/grid/columns.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { groupColumn, mediaName, ownerColumn } from './mediaColumns.ts';

/** A station with its live fields. */
export type RadioRow = Radio & { title: string; broadcasts: number };

export const radioLook: Record<RadioState, StatusName> = {
  untested: 'radio_untested',
  testing: 'radio_testing',
  works: 'radio_works',
  fails: 'radio_fails',
};

export interface RadioColumnContext {
  t: TFunction;
  language: Language;
  timeZone: string;
  groupName: (id: number) => string;
  zoneName: (id: number) => string;
  mayMove: () => boolean;
  onTest: (row: RadioRow) => void;
  /** Reason why it may not be tested. */
  noTest: (row: RadioRow) => string | undefined;
}

/** Reason why a station fails, in the user's language. */
export function radioReason({ error }: Pick<Radio, 'error'>, language: Language): string {
  return ruleText(error ?? '', (key, params) => messageText(key, language, params));
}

/** Columns of radio stations. The server sorts; the id of a column is the field that it sorts by. */
export function radioColumns(context: RadioColumnContext): ColDef<RadioRow>[] {
  const { t, language, timeZone, groupName } = context;
  const none = t('common.none');
  const columns: ColDef<RadioRow>[] = [
    statusColumn<RadioRow>('state', t('common.status'), (row) => radioLook[row.state], t, 'radio'),
    mediaName(
      t,
      (row) => ({ main: row.name, detail: row.state === 'fails' ? radioReason(row, language) : '' }),
      context.mayMove,
      { flex: 3, minWidth: 190 },
    ),
    buttonsColumn<RadioRow>(
      t('radio.test'),
      (row) => [
        {
          key: 'test',
          icon: 'test',
          label: t('radio.testOne', { name: row.name }),
          reason: context.noTest(row),
          busy: row.state === 'testing',
        },
      ],
      context.onTest,
      { width: 60, minWidth: 60 },
    ),
    textColumn<RadioRow>('title', t('radio.title'), { flex: 3, minWidth: 120 }),
    numberColumn<RadioRow>('broadcasts', t('radio.onAir'), (n) => (n === 0 ? '—' : String(n)), { width: 84 }),
    textColumn<RadioRow>('codec', t('radio.codec'), { width: 72 }),
    numberColumn<RadioRow>('bitrate', t('radio.bitrate'), (kbit) => (kbit === null ? '—' : `${kbit}`), {
      width: 76,
    }),
    textColumn<RadioRow>('station', t('radio.station'), { flex: 2, minWidth: 112 }),
    textColumn<RadioRow>('radio_url', t('radio.url'), { flex: 3, minWidth: 140 }),
    groupColumn(t, groupName),
    ownerColumn(t, context.zoneName),
    numberColumn<RadioRow>('position', t('library.place'), undefined, { width: 64, hide: true }),
    timeColumn<RadioRow>('tested_at', t('radio.testedAt'), none, timeZone, { width: 146 }),
  ];
  return paged(columns, radioEntity.sortable);
}
