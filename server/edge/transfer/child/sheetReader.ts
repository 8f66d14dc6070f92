import { readFileSync, writeSync } from 'node:fs';
import { MAX_CELL, MAX_CELLS, MAX_CHARS } from './limits.ts';
import type { SheetJob } from './protocol.ts';
import { csvRows, isZip, Unreadable, xlsxRows } from './rows.ts';

/**
 * Reads a table of untrusted origin, in a separate process with limits of memory and time. Writes one JSON
 * line per non-blank row, then an end line. It imports neither Zod nor the columns of the contract: loading them took
 * longer than reading a file.
 */
const job = JSON.parse(process.argv[2] ?? '') as SheetJob;

let held = '';
function flush(): void {
  const bytes = Buffer.from(held);
  held = '';
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      // The pipe is full: retry until it is read.
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    }
  }
}
function emit(line: unknown): void {
  held += `${JSON.stringify(line)}\n`;
  if (held.length > 32_768) flush();
}

let rows = 0;
let chars = 0;
function onRow(line: number, cells: string[]): void {
  const end = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (end === 0) return;
  if (end > MAX_CELLS || cells.some((cell) => cell.length > MAX_CELL))
    throw new Unreadable('transfer.tooManyCells', { line });
  chars += cells.reduce((sum, cell) => sum + cell.length, 0);
  if (chars > MAX_CHARS) throw new Unreadable('transfer.unreadable');
  rows += 1;
  // The header counts as a row.
  if (rows > job.maxRows + 1) throw new Unreadable('transfer.tooManyRows', { max: job.maxRows });
  const kept = (one: string) => (one === '\t' || one === '\n' || one === '\r' ? one : '');
  const clean = (cell: string) => cell.toWellFormed().replace(/\p{Cc}/gu, kept);
  emit([line, cells.slice(0, end).map(clean)]);
}

try {
  const bytes = readFileSync(job.path);
  if (isZip(bytes)) await xlsxRows(bytes, job, onRow);
  else csvRows(bytes, job, onRow);
  emit({ end: true });
} catch (error) {
  const reason =
    error instanceof Unreadable ? error.reason : { refused: 'transfer.unreadable' as const, params: {} };
  emit(reason);
}
flush();
