import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { LEVEL_EVERY_MS } from '../../../contract/entities/site/history.ts';
import type { Db } from '../../platform/db/client.ts';
import { retriedWrites } from '../../platform/db/database.metrics.ts';
import { createLoadMeter } from '../../platform/health/load.ts';
import type { Terminals } from '../terminals/terminals.ts';
import type { Zones } from '../zones/zones.ts';
import { Collector } from './collector.ts';
import { type HistoryRoutesDeps, historyRoutes } from './history.routes.ts';
import { loadRecord, pack, subjects } from './packing.ts';
import { createHistoryWriter } from './writer.ts';

export interface HistoryDeps {
  db: Db;
  log: { error(details: object, message: string): void };
  metrics: Registry;
  zones: Pick<Zones, 'get' | 'ancestors'>;
  terminals: Pick<Terminals, 'directory' | 'devices'>;
  /** Wall time, ms. */
  now(): number;
}

export interface History {
  /** Looks at all terminals; stores the last minute when a new one has begun. */
  look(): Promise<void>;
  routes(app: FastifyInstance, deps: Pick<HistoryRoutesDeps, 'isWhole'>): void;
  close(): Promise<void>;
}

const minuteOf = (ms: number) => Math.floor(ms / 60_000);

/**
 * Creates the history of the site: level, loss and presence of terminals, zones and broadcasts, and the load of
 * the server, by the minute. It reads states that the server has anyway, in slices that give way to sound, and
 * writes once a minute.
 */
export function createHistory(deps: HistoryDeps): History {
  const { db, log, zones, terminals, now } = deps;
  const collector = new Collector(terminals.devices, zones);
  const writer = createHistoryWriter({ db, log, retried: retriedWrites(deps.metrics, 'history') });
  const meter = createLoadMeter();
  let minute = minuteOf(now());
  let looking: Promise<void> | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function endMinute(): Promise<void> {
    const ended = minute;
    const current = minuteOf(now());
    minute = current;
    const load = pack(subjects.server, ended, [[0, loadRecord(meter.read())]]);
    const blocks = [...(await collector.endMinute(ended)), ...load];
    // Not awaited: the next looks do not wait for the database.
    writing = writing.then(() => writer.write(blocks, current));
  }

  async function lookOnce(): Promise<void> {
    if (minuteOf(now()) !== minute) await endMinute();
    await collector.look();
  }
  function look(): Promise<void> {
    looking ??= lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'the history could not be collected'))
      .finally(() => {
        looking = null;
      });
    return looking;
  }
  const timer = setInterval(look, LEVEL_EVERY_MS).unref();

  return {
    look,
    routes: (app, { isWhole }) =>
      historyRoutes(app, {
        ...{ db, zones, now, isWhole },
        directory: terminals.directory,
        levels: collector.levels,
      }),
    async close() {
      clearInterval(timer);
      await looking;
      // The current minute would otherwise be a gap of every restart.
      await endMinute();
      await writing;
      meter.end();
    },
  };
}
