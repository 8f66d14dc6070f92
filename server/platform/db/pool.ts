import pg from 'pg';
import { checkOwn, type OwnDatabase } from './ownDatabase.ts';
import { type Writes, watchWrites } from './standIn/writes.ts';

export interface PoolOptions {
  /** Maximum number of connections. */
  max: number;
  /** Called when an idle connection was lost; the pool replaces it. */
  onIdleError: (error: Error) => void;
}

/** Database that new connections must lead to; `marks` null: not claimed yet. */
interface Expected {
  marks: OwnDatabase | null;
  /** Checks that this process may write over a new connection; rejects if not. */
  guard: (client: pg.ClientBase) => Promise<void>;
}

function optionsOf(url: string, max: number, expected: Expected): pg.PoolConfig {
  return {
    connectionString: url,
    max,
    application_name: 'tocsin',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    verify(client, done) {
      if (expected.marks === null) done();
      else
        checkOwn(client, expected.marks)
          .then(() => expected.guard(client))
          .then(() => done(), done);
    },
  };
}

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0];

/** Connection pool that can switch to another database while it is in use. */
export class SwitchPool extends pg.Pool {
  #current: pg.Pool | null = null;
  #ended: Promise<void> | null = null;
  #expected: Expected;
  readonly #made: PoolOptions;
  readonly #onWrite = new Set<(writes: Writes) => void>();

  constructor(url: string, options: PoolOptions) {
    const expected: Expected = { marks: null, guard: async () => {} };
    super(optionsOf(url, options.max, expected));
    this.#expected = expected;
    this.#made = options;
    this.#listen(this);
  }

  #listen(pool: pg.Pool): void {
    // Without a listener an error event would end the process: the pool reports lost idle connections, and a
    // connection in use reports its error after its query has failed.
    pool.on('error', (error) => {
      // The stop of an embedded database ends connections that are still closing.
      if (this.#ended === null) this.#made.onIdleError(error);
    });
    pool.on('connect', (client) => {
      client.on('error', () => {});
      watchWrites(client, (writes) => {
        for (const hear of this.#onWrite) hear(writes);
      });
    });
  }

  /**
   * Calls back after each commit with the tables written (standIn/writes.ts), without those that follow their
   * deletions (standIn/followers.ts). Returns the function that ends it.
   */
  onWrite(hear: (writes: Writes) => void): () => void {
    this.#onWrite.add(hear);
    return () => this.#onWrite.delete(hear);
  }

  /** Refuses new connections that lead to another database than the claimed one. */
  expect(marks: OwnDatabase, guard: Expected['guard'] = this.#expected.guard): void {
    this.#expected.marks = marks;
    this.#expected.guard = guard;
  }

  /** @throws OtherDatabase when a connection that this pool has not made leads to another database */
  async check(client: pg.ClientBase): Promise<void> {
    if (this.#expected.marks !== null) await checkOwn(client, this.#expected.marks);
  }

  /**
   * Switches to another database: new connections go there; those in use end when they are released.
   *
   * @returns resolves when all old connections have ended
   */
  switchTo(url: string, marks: OwnDatabase): Promise<void> {
    const before = this.#current;
    this.#expected = { ...this.#expected, marks };
    this.#current = new pg.Pool(optionsOf(url, this.#made.max, this.#expected));
    this.#listen(this.#current);
    this.options.connectionString = url;
    return (before === null ? super.end() : before.end()).catch(() => {});
  }

  // The base class's `query` uses this method, too.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): unknown {
    const current = this.#current;
    if (callback === undefined) return current === null ? super.connect() : current.connect();
    return current === null ? super.connect(callback) : current.connect(callback);
  }

  /** Ends the pool in use. Further calls return the same promise. */
  override end(): Promise<void> {
    this.#ended ??= this.#current === null ? super.end() : this.#current.end();
    return this.#ended;
  }
  /** The pool whose connections are counted. */
  get counted(): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
    return this.#current ?? this;
  }
}
