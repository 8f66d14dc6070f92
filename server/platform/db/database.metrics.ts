import { sql } from 'drizzle-orm';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Db } from './client.ts';
import { probeDatabase } from './databaseProbe.ts';

/**
 * Registers Prometheus metrics of the database. It is probed every few seconds in the background: collecting
 * the metrics never waits for it.
 *
 * @param holdsLock tells if this process holds the engine lock
 * @param isAway tells if a snapshot stands in for the database
 * @returns a function that ends the probes
 */
export function databaseMetrics(
  metrics: Registry,
  db: Db,
  holdsLock: () => boolean,
  isAway: () => boolean = () => false,
): () => void {
  const registers = [metrics];
  const probe = probeDatabase(async () => {
    if (isAway()) throw new Error('the database is away');
    await db.execute(sql`select 1`);
  });
  void probe.look();
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge(
    'tocsin_database_up',
    'Whether the database answers: 1, or 0 once it has refused, or has been silent for two seconds',
    () => Number(probe.state().isUp),
  );
  gauge(
    'tocsin_database_probe_seconds',
    'Time that the database took for the last small question, or has left one open',
    () => probe.state().ms / 1000,
  );
  gauge(
    'tocsin_engine_lock_held',
    'Whether this server is the only one on its database, as far as it knows: 1, or 0 while that lock is lost',
    () => Number(holdsLock()),
  );
  const pool = db.$client;
  new Gauge({
    name: 'tocsin_database_connections',
    help: 'Connections to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const { idleCount, totalCount } = pool.counted;
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'busy' }, totalCount - idleCount);
    },
  });
  gauge(
    'tocsin_database_connections_max',
    'Most connections to the database at once',
    () => pool.options.max,
  );
  gauge(
    'tocsin_database_waiting_queries',
    'Queries that wait for a free connection to the database',
    () => pool.counted.waitingCount,
  );
  return probe.end;
}

/**
 * Counter of writes that the database refused and that are repeated until they are stored.
 *
 * @param part label of the data that is written; few values
 * @returns the function to call for each
 */
export function retriedWrites(metrics: Registry, part: string): () => void {
  const name = 'tocsin_database_retried_writes_total';
  const known = metrics.getSingleMetric(name) as Counter<'part'> | undefined;
  const counter =
    known ??
    new Counter({
      name,
      help: 'Writes that the database refused and that are retried until stored, by kind',
      labelNames: ['part'],
      registers: [metrics],
    });
  counter.inc({ part }, 0);
  return () => counter.inc({ part });
}

/** Wraps a write so that `retried` is called each time it is refused. */
export function counted<Args extends unknown[], Result>(
  retried: () => void,
  write: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await write(...args);
    } catch (error) {
      retried();
      throw error;
    }
  };
}
