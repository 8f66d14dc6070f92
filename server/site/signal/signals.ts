import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { SignalRow } from '../../../contract/entities/terminals/signal.ts';
import { SIGNAL_MIN_MS, type SignalReading } from '../../../contract/protocol/signalReport.ts';
import type { Db } from '../../platform/db/client.ts';
import { counted, retriedWrites } from '../../platform/db/database.metrics.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Terminals } from '../terminals/terminals.ts';
import type { Zones } from '../zones/zones.ts';
import { createGatherer } from './gatherer.ts';
import * as repository from './signal.repository.ts';
import { signalRoutes } from './signal.routes.ts';

export interface SignalDeps {
  db: Db;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  metrics: Registry;
  zones: Zones;
  terminals: Pick<Terminals, 'gateway' | 'directory' | 'devices'>;
  /** Wall time, ms. */
  now(): number;
}

export interface Signals {
  /** Reads the stored readings again. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Creates the 4G signal service: the last reading of each terminal, live, and its readings by the hour. */
export async function createSignals(deps: SignalDeps): Promise<Signals> {
  const { db, terminals, now } = deps;
  const topic = deps.live.topic<SignalRow>('signal');
  const lasts = new Map<number, repository.Last>();
  /** Time of the last counted reading of each terminal, wall ms. */
  const takenAt = new Map<number, number>();
  const gatherer = createGatherer(
    counted(retriedWrites(deps.metrics, 'signals'), (...all) => repository.store(db, ...all)),
    deps.log,
  );

  function rowOf(id: number): SignalRow | null {
    const known = terminals.directory.byId(id);
    const last = lasts.get(id);
    if (known === undefined || (last === undefined && known.seen.ICCID === '')) return null;
    const { org, kind, code, name, dev_name2 } = known.row;
    return {
      id,
      org,
      kind,
      code,
      name: dev_name2 || name,
      online: terminals.devices.get(id)?.online === true,
      ICCID: known.seen.ICCID,
      csq: last?.csq ?? null,
      reported_at: last?.reported_at ?? null,
      latitude: last?.latitude ?? null,
      longitude: last?.longitude ?? null,
    };
  }

  function show(id: number): void {
    const row = rowOf(id);
    if (row !== null) topic.upsert(row);
  }

  function take(id: number, { csq, position }: SignalReading): void {
    const at = now();
    // The absolute difference: a clock that was set back does not block readings.
    if (Math.abs(at - (takenAt.get(id) ?? Number.NEGATIVE_INFINITY)) < SIGNAL_MIN_MS) return;
    takenAt.set(id, at);
    const before = lasts.get(id);
    const { latitude, longitude } = position ?? before ?? { latitude: null, longitude: null };
    const last = { terminal_id: id, csq, reported_at: Math.floor(at / 1000), latitude, longitude };
    lasts.set(id, last);
    gatherer.add(last, csq);
    show(id);
  }

  /** Takes over the stored readings that are newer than those held. */
  async function load(): Promise<void> {
    for (const last of await repository.lasts(db)) {
      const held = lasts.get(last.terminal_id);
      if (held === undefined || held.reported_at < last.reported_at) lasts.set(last.terminal_id, last);
    }
    for (const { id } of terminals.directory.all()) show(id);
  }
  await load();
  const ends = [
    terminals.gateway.subscribe({
      online: ({ terminalId }) => show(terminalId),
      offline: (id) => topic.patch(id, { online: false }),
      signal: take,
      removed(id) {
        lasts.delete(id);
        takenAt.delete(id);
        topic.remove(id);
      },
    }),
    terminals.devices.subscribe({ changed: show }),
  ];

  return {
    load,
    routes: (app) => signalRoutes(app, { ...deps, flush: gatherer.flush }),
    async close() {
      for (const end of ends) end();
      await gatherer.close();
    },
  };
}
