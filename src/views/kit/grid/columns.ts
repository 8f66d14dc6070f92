import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { formatTimestamp } from '../../../../contract/format.ts';
import { type LevelView, levelText } from '../status/levelMeter.ts';
import { type StatusName, statuses, type Tone } from '../status/status.ts';
import { type StatusSet, statusSets } from '../status/statusSets.ts';
import { DetailCell, type DetailText, LevelCell, StatusCell } from './cells.ts';
import { NameCell } from './NameCell.ts';
import { rankedTexts } from './textOrder.ts';
import { statusWidth } from './textWidth.ts';

/** Sort order by severity: abnormal first. */
const severity: Record<Tone, number> = {
  alarm: 0,
  alarmOutline: 1,
  fault: 2,
  faultOutline: 3,
  strong: 4,
  grey: 5,
};

/** Sort position of each state: by severity, then in the order of the vocabulary. */
const places = new Map(
  (Object.keys(statuses) as StatusName[])
    .map((name, i) => ({ name, place: severity[statuses[name].tone] * 1000 + i }))
    .map(({ name, place }) => [name, place]),
);

/** Compares two states: alarms, faults, acknowledged ones, activity, the rest. Called for every row moved. */
export function compareStatus(a: StatusName, b: StatusName): number {
  return (places.get(a) ?? 0) - (places.get(b) ?? 0);
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Compares texts in the order of the language, numbers inside them by value. */
export const compareTexts = rankedTexts(collator.compare);

/** Reads a field by name: for rows sorted ten times a second a getter function would be too slow. */
function fieldOf<Row>(field: keyof Row & string): Pick<ColDef<Row>, 'field'> {
  return { field: field as never };
}

/** Column for the text of a field; sorts numbers inside it by value. */
export function textColumn<Row>(
  field: keyof Row & string,
  headerName: string,
  more: ColDef<Row> = {},
): ColDef<Row> {
  return {
    colId: field,
    ...fieldOf<Row>(field),
    headerName,
    comparator: (a: unknown, b: unknown) => compareTexts(String(a ?? ''), String(b ?? '')),
    tooltip: ({ value }) => value,
    ...more,
  };
}

/** Column for the name of an object: a text that is shortened in its middle, with the whole name as its tooltip. */
export function nameColumn<Row>(
  field: keyof Row & string,
  headerName: string,
  more: ColDef<Row> = {},
): ColDef<Row> {
  const { tooltip: _, ...column } = textColumn<Row>(field, headerName, more);
  return { ...column, cellRenderer: NameCell };
}

/** Column for a number, right-aligned; `text` formats it with its unit, and a missing value. */
export function numberColumn<Row>(
  field: keyof Row & string,
  headerName: string,
  text: (value: number | null, row: Row) => string = (value) => (value === null ? '—' : String(value)),
  more: ColDef<Row> = {},
): ColDef<Row> {
  return {
    colId: field,
    headerName,
    ...fieldOf<Row>(field),
    type: 'rightAligned',
    width: 96,
    valueFormatter: ({ value, data }) =>
      data === undefined ? '' : text(value ?? null, data).replace(/^-/, '−'),
    ...more,
  };
}

/**
 * Column for a timestamp in epoch seconds as YYYY-MM-DD HH:mm:ss in the site's time zone; `none` when empty.
 */
export function timeColumn<Row>(
  field: keyof Row & string,
  headerName: string,
  none: string,
  timeZone: string,
  more: ColDef<Row> = {},
): ColDef<Row> {
  return {
    colId: field,
    headerName,
    ...fieldOf<Row>(field),
    width: 160,
    valueFormatter: ({ value }) => formatTimestamp(value, none, timeZone),
    ...more,
  };
}

/**
 * Column for a state of the vocabulary as a chip, by its field or a function; as wide as the longest word of `states`.
 */
export function statusColumn<Row>(
  colId: string,
  headerName: string,
  status: (keyof Row & string) | ((row: Row) => StatusName),
  t: TFunction,
  states: StatusSet,
  more: ColDef<Row> = {},
): ColDef<Row> {
  const label = (name: StatusName) => t(`status.${name}`);
  return {
    colId,
    headerName,
    width: statusWidth(statusSets[states].map(label), headerName),
    cellRenderer: StatusCell,
    ...(typeof status === 'function'
      ? { valueGetter: ({ data }) => (data === undefined ? undefined : status(data)) }
      : fieldOf<Row>(status)),
    valueFormatter: ({ value }) => (value === undefined ? '' : label(value)),
    comparator: compareStatus,
    ...more,
  };
}

/** Column for a level meter; a null `level` leaves the cell empty. Sorts by level. */
export function levelColumn<Row>(
  colId: string,
  headerName: string,
  level: (row: Row) => LevelView | null,
  more: ColDef<Row> = {},
): ColDef<Row> {
  const db = (view: LevelView | null) => view?.level ?? Number.NEGATIVE_INFINITY;
  return {
    colId,
    headerName,
    width: 144,
    cellRenderer: LevelCell,
    valueGetter: ({ data }) => (data === undefined ? null : level(data)),
    valueFormatter: ({ value }) => (value === null ? '' : levelText((value as LevelView).level)),
    equals: (a: LevelView | null, b: LevelView | null) =>
      a?.level === b?.level && a?.peak === b?.peak && a?.silent === b?.silent && a?.key === b?.key,
    comparator: (a, b) => db(a) - db(b),
    ...more,
  };
}

const noText: DetailText = { main: '', detail: '' };

/**
 * Text that is made when it is read: the grid asks for the value of a row whenever it compares it with another, and
 * most columns are sorted by something else than their text.
 */
class LazyText implements DetailText {
  readonly #make: () => DetailText;
  #made: DetailText | undefined;

  constructor(make: () => DetailText) {
    this.#make = make;
  }

  get main(): string {
    return this.#text().main;
  }

  get detail(): string {
    return this.#text().detail;
  }

  get fault(): boolean {
    return this.#text().fault === true;
  }

  #text(): DetailText {
    this.#made ??= this.#make();
    return this.#made;
  }
}

/** Column for text with a grey detail, e.g. what plays and why. */
export function detailColumn<Row>(
  colId: string,
  headerName: string,
  detail: (row: Row) => DetailText,
  more: ColDef<Row> = {},
): ColDef<Row> {
  const flat = (value: DetailText) => `${value.main} ${value.detail}`.trim();
  return {
    colId,
    headerName,
    flex: 1,
    minWidth: 160,
    cellRenderer: DetailCell,
    valueGetter: ({ data }) => (data === undefined ? noText : new LazyText(() => detail(data))),
    valueFormatter: ({ value }) => flat(value),
    equals: (a: DetailText, b: DetailText) =>
      a?.main === b?.main && a?.detail === b?.detail && (a?.fault === true) === (b?.fault === true),
    comparator: (a, b) => compareTexts(flat(a), flat(b)),
    tooltip: ({ value }) => flat(value),
    ...more,
  };
}

/**
 * Marks the columns of a paged list: the server sorts, by the fields that the contract of the entity names.
 */
export function paged<Row>(columns: readonly ColDef<Row>[], sortable: readonly string[]): ColDef<Row>[] {
  return columns.map((column) => ({
    ...column,
    comparator: () => 0,
    sortable: sortable.includes(column.colId ?? ''),
  }));
}
