import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { OtherDatabase } from '../ownDatabase.ts';
import { connectAsNode, LEASE_TABLE } from './nodeConnection.ts';
import { Standstill } from './standstill.ts';

/** Term of the lease of a running leader, ms: it is taken over this long after the last renewal. */
const TERM_MS = 1_500;
/** Term while the site of a leader starts, ms: its event loop is busy for longer then. */
const FIRST_TERM_MS = 15_000;
const RENEW_MS = 300;
/** Time before the end of its term from which the holder no longer counts on it, ms. */
const MARGIN_MS = 200;
/** Time for which a process must stand still until its lease can run out unnoticed, ms. */
const STILL_MS = TERM_MS - RENEW_MS - MARGIN_MS;

export interface LeaseOptions {
  /** Called once when another node leads. */
  onLost: () => void;
  termMs?: number;
  firstTermMs?: number;
  /** Monotonic clock, ms; for tests. */
  now?: () => number;
}

/**
 * Right to lead the system of a database: one row with a fencing number that grows with each holder. Its end is counted
 * by the clock of the database only. A connection of its own holds the engine lock in shared mode, so that a server
 * without NATS_URL and nodes refuse each other.
 */
export class Lease {
  readonly #url: string;
  readonly #holder: string;
  readonly #options: Required<LeaseOptions>;
  readonly #ending = new AbortController();
  #client: pg.Client | null = null;
  #secret = '';
  #fence: number | null = null;
  #untilMs = 0;
  readonly #standstill: Standstill;
  #isSettled = false;
  #keeping: Promise<void> = Promise.resolve();

  private constructor(url: string, holder: string, options: LeaseOptions) {
    this.#url = url;
    this.#holder = holder;
    const now = () => performance.now();
    this.#options = { termMs: TERM_MS, firstTermMs: FIRST_TERM_MS, now, ...options };
    this.#standstill = new Standstill(STILL_MS, this.#options.now);
  }

  /**
   * Connects to the database as a node.
   * @param holder identifies this process
   * @throws StartError when a server without NATS_URL uses the database, or the error of the connection
   */
  static async open(url: string, holder: string, options: LeaseOptions): Promise<Lease> {
    const lease = new Lease(url, holder, options);
    try {
      await lease.#query(LEASE_TABLE);
    } catch (error) {
      // Two nodes that create it at the same moment: the other one has.
      if (!['23505', '42P07'].includes((error as { code?: string }).code ?? '')) throw error;
    }
    const secret = randomBytes(32).toString('base64url');
    await lease.#query('insert into node_lease (secret) values ($1) on conflict do nothing', [secret]);
    const { rows } = await lease.#query<{ secret: string }>('select secret from node_lease');
    lease.#secret = rows[0]?.secret ?? '';
    return lease;
  }

  /** Secret of the system, which every node reads from the database. */
  get secret(): string {
    return this.#secret;
  }

  /** Fencing number of this holder; null: it does not lead. */
  get fence(): number | null {
    return this.#fence;
  }

  /** Tells if nobody else can lead now, by the monotonic clock of this process. */
  isHeld(): boolean {
    return this.#fence !== null && this.#options.now() < this.#untilMs - MARGIN_MS;
  }

  /**
   * Tells if this process leads and no other can. Called before anything is sent: the first call after a standstill
   * notices it.
   */
  leadsAlone(): boolean {
    return this.#fence !== null && !this.#standstill.isDoubtful(this.isHeld());
  }

  /**
   * Takes the lease if it has expired, ends the connections of the holder before, and renews it from then on.
   * @returns the fencing number; null: another node leads
   * @throws the error of the database
   */
  async take(): Promise<number | null> {
    const sentMs = this.#options.now();
    const { rows } = await this.#query<{ fence: string }>(
      `update node_lease set holder = $1, fence = fence + 1, expires_at = clock_timestamp() + $2 * interval '1 ms'
       where id = 1 and expires_at < clock_timestamp() returning fence`,
      [this.#holder, this.#options.firstTermMs],
    );
    if (rows[0] === undefined) return null;
    this.#untilMs = sentMs + this.#options.firstTermMs;
    this.#fence = Number(rows[0].fence);
    this.#standstill.resolve();
    // Transactions that a frozen holder has begun end here; its next connections are refused by `check`.
    await this.#query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and application_name = 'tocsin'`,
    );
    this.#keeping = this.#keep(this.#fence);
    return this.#fence;
  }

  /** Begins the short term: the site has started. */
  settle(): void {
    this.#isSettled = true;
  }

  /** Notes that a node with a fencing number leads: an older holder is not asked any more. */
  contest(fence: number): void {
    if (this.#fence !== null && fence > this.#fence) this.#lose();
  }

  /** @throws OtherDatabase when this process leads no more: nothing may be written over the connection */
  async check(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
    const { rows } = await client.query<{ fence: string }>('select fence from node_lease');
    if (this.#fence === null || Number(rows[0]?.fence) !== this.#fence)
      throw new OtherDatabase('another node leads the system of this database');
  }

  /** Gives the lease up, so that another node leads at once, and closes the connection. */
  async release(): Promise<void> {
    const fence = this.#fence;
    this.#fence = null;
    this.#ending.abort();
    await this.#keeping;
    if (fence !== null)
      await this.#query(
        'update node_lease set expires_at = clock_timestamp() where holder = $1 and fence = $2',
        [this.#holder, fence],
      ).catch(() => {});
    await this.#client?.end().catch(() => {});
    this.#client = null;
  }

  async #keep(fence: number): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted && this.#fence === fence) {
      await delay(RENEW_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const termMs = this.#isSettled ? this.#options.termMs : this.#options.firstTermMs;
      const wasDoubtful = !this.leadsAlone();
      const sentMs = this.#options.now();
      try {
        const { rowCount } = await this.#query(
          `update node_lease set expires_at = clock_timestamp() + $3 * interval '1 ms' where holder = $1 and fence = $2`,
          [this.#holder, fence, termMs],
        );
        if (rowCount === 0) return this.#lose();
        this.#untilMs = sentMs + termMs;
      } catch {
        // Without the database nobody can lead in its place: the broadcasts go on, as in any outage of it.
      }
      // An answer to a question from before the standstill does not count.
      if (wasDoubtful) this.#standstill.resolve();
    }
  }

  #lose(): void {
    if (this.#fence === null) return;
    this.#fence = null;
    this.#options.onLost();
  }

  async #query<R extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    this.#client ??= await connectAsNode(this.#url);
    const client = this.#client;
    try {
      return await client.query<R>(text, values);
    } catch (error) {
      if (this.#client === client) this.#client = null;
      void client.end().catch(() => {});
      throw error;
    }
  }
}
