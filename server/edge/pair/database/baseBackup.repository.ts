import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';

/** Role of the database by which it is copied (server/platform/db/embedded/roles.ts). */
export const REPLICATION_USER = 'tocsin_replication';
/** Slot that keeps the log of the leader until the standby has it. */
export const SLOT = 'tocsin_standby';
/** SQLSTATE of a slot that exists, and of one that does not. */
const [EXISTS, MISSING] = ['42710', '42704'];

/** Where the database of the leader is reached. */
export interface Source {
  port: number;
  user: string;
  password: string;
}

/** Size of one file of the log, of which at least one follows the data, bytes. */
const LOG_BYTES = 16 * 1024 * 1024;

type Connection = { query(text: string): void; stream: { pause(): void; resume(): void } };

/**
 * Statement BASE_BACKUP of the replication protocol: the files of a running database as a tar archive, with the log that
 * makes them consistent. The package `pg` has no function for it.
 */
class BaseBackup {
  readonly archive = new PassThrough();
  /** Estimate of the bytes of the archive; 0: not known yet. */
  totalBytes = 0;
  #connection: Connection | null = null;
  #error: Error | null = null;

  submit(connection: Connection): void {
    this.#connection = connection;
    this.archive.on('drain', () => connection.stream.resume());
    connection.query("BASE_BACKUP (LABEL 'tocsin standby', CHECKPOINT 'fast', WAL true, PROGRESS true)");
  }

  /** The second result lists the tablespaces, with their size in kB. */
  handleDataRow({ fields }: { fields: unknown[] }): void {
    if (fields.length === 3) this.totalBytes += Number(fields[2]) * 1024 + LOG_BYTES;
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // `d`: part of the archive. `n` names an archive, of which there is one; `p` is progress.
    if (chunk[0] !== 0x64) return;
    // The buffer is used again for the next message.
    if (!this.archive.write(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause();
  }

  handleError(error: Error): void {
    this.#error = error;
    this.archive.destroy(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.archive.end();
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** Runs `use` with the archive of the leader's database. A new slot keeps its log from the beginning of the copy. */
export async function withBaseBackup(
  { port, user, password }: Source,
  use: (archive: Readable, totalBytes: () => number) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user, password, database: 'tocsin' },
    ...({ replication: 'true' } as object),
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`DROP_REPLICATION_SLOT ${SLOT} WAIT`).catch(unless(MISSING));
    await client.query(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL (RESERVE_WAL true)`).catch(unless(EXISTS));
    const copy = new BaseBackup();
    client.query(copy as unknown as pg.Submittable);
    await use(copy.archive, () => copy.totalBytes);
  } finally {
    await client.end().catch(() => {});
  }
}

const unless = (state: string) => (error: unknown) => {
  if ((error as { code?: string }).code !== state) throw error;
};
