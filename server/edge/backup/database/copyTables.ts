import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from '../archiveWriter.ts';
import { CsvRows } from '../csv.ts';
import { DATABASE, type TableEntry } from '../manifest.ts';
import type { Table } from './snapshot.ts';

/** Size of the text held in memory, which is one part of a table, bytes. */
const PART_BYTES = 8_000_000;
const compress = promisify(gzip);

/** Reads the rows of a table as CSV without a header, in chunks of whole rows. */
export async function* rowsOf(client: pg.Client, table: Table, counted: CsvRows): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(`copy (${table.select}) to stdout with (format csv)`));
  let rest: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = counted.take(chunk);
    if (end === 0) rest.push(chunk);
    else {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = end < chunk.length ? [chunk.subarray(end)] : [];
    }
  }
  if (rest.length > 0) throw new Error(`the rows of ${table.name} ended within a row`);
  if (stream.rowCount !== counted.rows) {
    throw new Error(`${table.name}: the database sent ${stream.rowCount} rows, ${counted.rows} arrived`);
  }
}

/** SHA-256 of a table's rows as in a manifest, and their number. */
export async function digestOf(
  client: pg.Client,
  table: Table,
): Promise<Pick<TableEntry, 'rows' | 'sha256'>> {
  const counted = new CsvRows();
  const hash = createHash('sha256');
  for await (const rows of rowsOf(client, table, counted)) hash.update(rows);
  return { rows: counted.rows, sha256: hash.digest('hex') };
}

/** Writes a table into an archive, in parts that are complete CSV files. */
export async function archiveTable(
  client: pg.Client,
  table: Table,
  archive: ArchiveWriter,
  moment: Date,
): Promise<TableEntry> {
  const counted = new CsvRows();
  const hash = createHash('sha256');
  const header = Buffer.from(`${table.columns.join(',')}\n`);
  const parts: string[] = [];
  let held: Buffer[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    const name = `${DATABASE}${table.name}.${String(parts.length + 1).padStart(4, '0')}.csv.gz`;
    await archive.addBytes(name, moment, await compress(Buffer.concat([header, ...held])));
    parts.push(name);
    held = [];
    bytes = 0;
  }

  for await (const rows of rowsOf(client, table, counted)) {
    hash.update(rows);
    held.push(rows);
    bytes += rows.length;
    if (bytes >= PART_BYTES) await flush();
  }
  if (held.length > 0 || parts.length === 0) await flush();
  return {
    name: table.name,
    columns: table.columns,
    rows: counted.rows,
    sha256: hash.digest('hex'),
    parts,
  };
}
