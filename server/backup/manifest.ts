import { z } from 'zod';

/** Name of the manifest in an archive; its last entry, since it tells the sums of all others. */
export const MANIFEST = 'manifest.json';
/** Text for people who open an archive without the product. */
export const README = 'README.txt';
export const DATABASE = 'database/';
export const FILES = 'files/';
/** The statements that make the tables, for a PostgreSQL without the product. */
export const SCHEMA = `${DATABASE}schema.sql`;
export const FORMAT = 1;

const sum = z.object({ size: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const name = z.string().regex(/^\w+$/);

const table = z.object({
  name,
  /** In the order of its CSV files. */
  columns: z.array(name).min(1),
  rows: z.number().int().min(0),
  /** Of all its rows as CSV, in the order of its key, without the header lines. */
  sha256: sum.shape.sha256,
  /** Its parts in this order, each a CSV file with a header line, compressed with gzip. */
  parts: z.array(z.string()),
});
export type TableEntry = z.output<typeof table>;

export const manifest = z.object({
  format: z.literal(FORMAT),
  /** The moment that it holds, ISO 8601 in UTC. */
  moment: z.iso.datetime(),
  program: z.string(),
  identity: z.string(),
  keys: z.boolean(),
  /** Steps of the schema that the database had run, by the time that each records. */
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
  /** Files that rows named although they were nowhere when the backup was made. */
  missing: z.array(z.string()),
  /** Every other entry of the archive, by its name. */
  entries: z.record(z.string(), sum),
});
export type Manifest = z.output<typeof manifest>;
export type Sum = z.output<typeof sum>;
