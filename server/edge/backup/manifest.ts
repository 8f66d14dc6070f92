import { z } from 'zod';

/** Name of the manifest in an archive; its last entry, because it lists the digests of all others. */
export const MANIFEST = 'manifest.json';
/** Text for people who open an archive without Tocsin. */
export const README = 'README.txt';
export const DATABASE = 'database/';
export const FILES = 'files/';
/** SQL statements that create the tables in a PostgreSQL without Tocsin. */
export const SCHEMA = `${DATABASE}schema.sql`;
export const FORMAT = 1;

const sum = z.object({ size: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const name = z.string().regex(/^\w+$/);

const table = z.object({
  name,
  /** Columns in the order of the CSV files. */
  columns: z.array(name).min(1),
  rows: z.number().int().min(0),
  /** Digest of all rows as CSV, in the order of the primary key, without header lines. */
  sha256: sum.shape.sha256,
  /** Its parts in this order, each a CSV file with a header line, compressed with gzip. */
  parts: z.array(z.string()),
});
export type TableEntry = z.output<typeof table>;

export const manifest = z.object({
  format: z.literal(FORMAT),
  /** Moment of the snapshot, ISO 8601 in UTC. */
  moment: z.iso.datetime(),
  program: z.string(),
  identity: z.string(),
  keys: z.boolean(),
  /** Migrations that the database had run, by their recorded time. */
  migrations: z.array(z.number()),
  tables: z.array(table),
  sequences: z.array(
    z.object({
      name,
      value: z
        .string()
        .regex(/^-?\d+$/)
        .nullable(),
    }),
  ),
  /** Files that rows named but that did not exist when the backup was made. */
  missing: z.array(z.string()),
  /** All other entries of the archive by name. */
  entries: z.record(z.string(), sum),
});
export type Manifest = z.output<typeof manifest>;
export type Sum = z.output<typeof sum>;
