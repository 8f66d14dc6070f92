import { streamXlsxRows } from 'hucre';
import Papa from 'papaparse';
import { hasKeyColumn, headerWithin } from '../header.ts';
import { MAX_UNPACKED } from './limits.ts';
import type { SheetJob, SheetRefusal } from './protocol.ts';
import { decode, delimiterOf } from './text.ts';

/** Error of an unreadable file, with its reason. */
export class Unreadable extends Error {
  readonly reason: SheetRefusal;
  constructor(refused: SheetRefusal['refused'], params: SheetRefusal['params'] = {}) {
    super(refused);
    this.reason = { refused, params };
  }
}

type OnRow = (line: number, cells: string[]) => void;

/** Reads every row of a CSV, in order. @throws Unreadable for a quote without an end */
export function csvRows(bytes: Uint8Array, job: SheetJob, onRow: OnRow): void {
  if (bytes.subarray(0, 10_000).includes(0) && bytes[0] !== 0xff && bytes[0] !== 0xfe)
    throw new Unreadable('transfer.notATable');
  const text = decode(bytes, job);
  // Excel's line that names the delimiter.
  const sep = /^sep=(.)\r?\n/.exec(text);
  const body = sep === null ? text : text.slice(sep[0].length);
  let line = sep === null ? 0 : 1;
  Papa.parse<string[]>(body, {
    delimiter: sep?.[1] ?? delimiterOf(body),
    step({ data, errors }) {
      line += 1;
      if (errors.some((error) => error.code === 'MissingQuotes'))
        throw new Unreadable('transfer.openQuote', { line });
      onRow(line, data);
    },
  });
}

/**
 * Sum of the unpacked sizes that the entries of a ZIP declare. The memory limit of the process stops files
 * with false sizes.
 */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Unreadable('transfer.unreadable');
  let [at, sum] = [view.getUint32(end + 16, true), 0];
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= bytes.length; left--) {
    sum += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sum;
}

/** Maximum sheets searched for the table: covers, notes and lists of choices may precede it. */
const MAX_SHEETS = 20;

/** Finds the first sheet with the heading of the key column among its first rows; else the first sheet. */
async function tableSheet(bytes: Uint8Array, { keyNames }: SheetJob): Promise<number> {
  for (let sheet = 0; sheet < MAX_SHEETS; sheet++) {
    let isThere = false;
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      isThere = true;
      if (hasKeyColumn(keyNames, values.map(cellText))) return sheet;
      if (index >= headerWithin) break;
    }
    // Past the last sheet no rows come; an empty sheet looks the same, so a few are tried.
    if (!isThere && sheet > 2) break;
  }
  return 0;
}

/** Reads every row of the sheet with the table, numbered as in the sheet. @throws Unreadable */
export async function xlsxRows(bytes: Uint8Array, job: SheetJob, onRow: OnRow): Promise<void> {
  if (unpackedSize(bytes) > MAX_UNPACKED) throw new Unreadable('transfer.unreadable');
  const sheet = await tableSheet(bytes, job);
  for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
    onRow(index + 1, values.map(cellText));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  // Usual notation; a date has no time.
  return value
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '');
}

/** Tells if a file is a ZIP, as every XLSX is. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}
