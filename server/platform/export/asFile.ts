import { Readable } from 'node:stream';
import Papa from 'papaparse';
import type { TransferFormat } from '../../../contract/api/transfer.ts';
import { inSlices, inTurn } from './inSlices.ts';

/**
 * Loads the writer of XLSX files: 30 to 60 ms of the event loop, so it is neither done during the start nor by the
 * first export, which may run beside an alarm.
 */
export const loadXlsxWriter = () => import('hucre/xlsx');

/** Converts rows to a file: CSV in UTF-8 with a byte-order mark, which Excel needs, or XLSX. */
export function asFile(rows: AsyncIterable<string[]>, format: TransferFormat): Readable {
  async function* sheet() {
    const { writeXlsxStream } = await loadXlsxWriter();
    yield* writeXlsxStream(inSlices(rows), { name: 'Tocsin' });
  }
  if (format === 'xlsx') return Readable.from(inTurn(sheet()));
  async function* lines() {
    let text = '\uFEFF';
    for await (const row of inSlices(rows)) {
      text += `${Papa.unparse([row])}\r\n`;
      if (text.length < 65_536) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  return Readable.from(inTurn(lines()));
}
