import pg from 'pg';
import { watchWrites } from './standIn/writes.ts';

export interface PoolOptions {
  /** Most connections at once. */
  max: number;
  /** Hears of a connection that was lost while nobody used it; the pool replaces it by itself. */
  onIdleError: (error: Error) => void;
}

function optionsOf(url: string, max: number): pg.PoolConfig {
  return {
    connectionString: url,
    max,
    application_name: 'tocsin',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
}

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0];

/** A pool of connections that can go over to another database while it is in use. */
export class SwitchPool extends pg.Pool {
  #current: pg.Pool | null = null;
  #ended: Promise<void> | null = null;
  readonly #made: PoolOptions;
  readonly #onWrite = new Set<(tables: ReadonlySet<string>) => void>();

  constructor(url: string, options: PoolOptions) {
    super(optionsOf(url, options.max));
    this.#made = options;
    this.#listen(this);
  }

  #listen(pool: pg.Pool): void {
    // Without a listener, a database that ends would end the process: the pool hears of connections that nobody uses, and
    // one in use says it itself once its query has failed already.
    pool.on('error', this.#made.onIdleError);
    pool.on('connect', (client) => {
      client.on('error', () => {});
      watchWrites(client, (tables) => {
        for (const hear of this.#onWrite) hear(tables);
      });
    });
  }

  /** Hears which tables were written, after each commit (standIn/writes.ts). Returns the function that ends it. */
  onWrite(hear: (tables: ReadonlySet<string>) => void): () => void {
    this.#onWrite.add(hear);
    return () => this.#onWrite.delete(hear);
  }

  /**
   * From now on connections are to this database; those in use end when they are given back.
   *
   * @returns when all of them have ended
   */
  switchTo(url: string): Promise<void> {
    const before = this.#current;
    this.#current = new pg.Pool(optionsOf(url, this.#made.max));
    this.#listen(this.#current);
    this.options.connectionString = url;
    return (before === null ? super.end() : before.end()).catch(() => {});
  }

  // `query` of the base class comes here, too.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): unknown {
    const current = this.#current;
    if (callback === undefined) return current === null ? super.connect() : current.connect();
    return current === null ? super.connect(callback) : current.connect(callback);
  }

  /** May be called again: a pool that was left for another database is ended then, and with the server. */
  override end(): Promise<void> {
    this.#ended ??= this.#current === null ? super.end() : this.#current.end();
    return this.#ended;
  }
  /** The pool whose connections are counted. */
  get counted(): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
    return this.#current ?? this;
  }
}
