import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { audioSource } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { UnplayedStartLive } from '../../../contract/entities/tasks/unplayedStart.ts';
import { MIX_FEATURE } from '../../../contract/protocol/frames.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import { counted, retriedWrites } from '../../platform/db/database.metrics.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Faults } from '../../site/faults/faults.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { placed } from '../../site/uses/used.ts';
import { startWaitOf, type Zones } from '../../site/zones/zones.ts';
import type { BroadcastStreams } from '../../sound/radio/broadcastStreams.ts';
import type { RecordedPages } from '../../sound/recordings/recordedPages.ts';
import { createPacketDecoder } from '../../sound/source/opusLevel.ts';
import type { Programmes } from '../../sound/source/programmes.ts';
import { openSilence } from '../../sound/source/silence.ts';
import { reopenSpeech } from '../../sound/source/speechSources.ts';
import { createEngine } from '../engine/broadcast.engine.ts';
import type { BroadcastStore, EngineDeps } from '../engine/broadcast.ports.ts';
import type { Engine } from '../engine/engineApi.ts';
import { createFirstSounds } from '../engine/firstSounds.ts';
import { taskView } from '../engine/liveRow.ts';
import type { PreloadedSounds } from '../engine/preloadedSounds.ts';
import type { TaskWeights } from '../engine/rank.ts';
import { airJournal } from '../journal/airJournal.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { OfflineAlarms } from '../offline/offlineAlarms.ts';
import { queueRoutes } from '../queue/queue.routes.ts';
import { createQueueService } from '../queue/queue.service.ts';
import { type QueuedState, queuedView } from '../queue/queuedRow.ts';
import { createStartQueue, type StartQueue } from '../queue/startQueue.ts';
import { unplayedStartStore } from '../queue/unplayedStart.repository.ts';
import { createUnplayedStarts, type UnplayedStarts, unplayedView } from '../queue/unplayedStarts.ts';
import { openCaptured } from '../talk/captured.ts';
import type { Captures } from '../talk/captures.ts';
import { broadcastMetrics } from './broadcast.metrics.ts';
import { type BroadcastQueries, createBroadcastQueries } from './broadcast.queries.ts';
import { broadcastStore } from './broadcast.repository.ts';
import { broadcastRoutes } from './broadcast.routes.ts';
import { type BroadcastService, createBroadcastService } from './broadcast.service.ts';
import { broadcastsWith } from './filesOnAir.repository.ts';
import { restoreQueue } from './queuedTask.ts';

export interface BroadcastingDeps {
  db: Db;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
  clock: MediaClock;
  live: LiveHub;
  zones: Zones;
  uses: Pick<UseRegistry, 'register'>;
  audit: Audit;
  ids: Pick<Ids, 'next'>;
  journal: Journal;
  config: Pick<Config, 'get'>;
  metrics: Registry;
  terminals: Terminals;
  groups: Pick<Groups, 'members'>;
  programmes: Programmes;
  streams: BroadcastStreams;
  recordedPages: RecordedPages;
  heldSounds: Pick<PreloadedSounds, 'open'>;
  captures: Pick<Captures, 'open'>;
  /** Lets terminals play an alarm on after they lose their link. */
  alarmKeeping: OfflineAlarms;
  record: NonNullable<EngineDeps['record']>;
  /** Absolute path. */
  dataDir: string;
  faults: Pick<Faults, 'openOf'>;
  leadsAlone: () => boolean;
  /** Wall time of the queue, ms; replaced in tests. */
  now?: () => number;
}

export interface Broadcasting {
  engine: Engine;
  service: BroadcastService;
  queries: BroadcastQueries;
  queue: StartQueue;
  unplayed: UnplayedStarts;
  weights(): TaskWeights;
  voiceMix(): boolean;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Storage of broadcasts that counts the writes which the database refused and which are repeated. */
function countedStore({ db, metrics }: BroadcastingDeps): BroadcastStore {
  const [store, retried] = [broadcastStore(db), retriedWrites(metrics, 'broadcasts')];
  return { ...store, save: counted(retried, store.save), saveProofs: counted(retried, store.saveProofs) };
}

/** Creates all parts of broadcasting, and resumes what was on the air when the server went down. */
export async function createBroadcasting(deps: BroadcastingDeps): Promise<Broadcasting> {
  const { gateway, devices, directory } = deps.terminals;
  const { lostRelayOf } = devices;
  const weights = deps.config.get;
  const voiceMix = () => deps.config.get().voice_mix;
  const engine: Engine = createEngine({
    clock: deps.clock,
    gateway,
    store: countedStore(deps),
    journal: airJournal(deps.journal),
    open: deps.heldSounds.open,
    dataDir: deps.dataDir,
    weights,
    voiceMix,
    mixes: (terminalId) => directory.byId(terminalId)?.seen.features.includes(MIX_FEATURE) === true,
    kept: deps.alarmKeeping.soundOf,
    record: deps.record,
    reopen(row) {
      if (row.audio_source === audioSource.none) return openSilence;
      if (row.items.length > 0) return reopenSpeech(engine.open, deps.programmes, row);
      if (row.stream === null) return null;
      if ('capturer' in row.stream) return openCaptured(deps.captures, row.stream);
      if ('recording' in row.stream) return deps.recordedPages.reopen(row.stream);
      return deps.streams.reopen(row.stream);
    },
    orgOf: (terminalId) => directory.byId(terminalId)?.org,
    startWaitOf: (org) => startWaitOf(deps.zones, org),
    hearing: (terminalId) => devices.get(terminalId)?.soundMonitor,
    lostRelayOf,
    decode: createPacketDecoder(),
    leadsAlone: deps.leadsAlone,
    firstSounds: createFirstSounds(deps.metrics, deps.clock),
    setPlaying: (terminalId, playing) => devices.setPlaying(terminalId, playing),
    live: deps.live.topic<BroadcastLive>('task', taskView),
    log: deps.log,
  });
  deps.uses.register('file', async (db, ids) => placed(deps.live, 'task', await broadcastsWith(db, ids)));
  await engine.restore();
  engine.run();
  broadcastMetrics(deps.metrics, engine);
  const tasks = deps.live.topic<BroadcastLive>('task');
  const queue = createStartQueue({
    engine,
    clock: deps.clock,
    now: deps.now ?? Date.now,
    weights,
    voiceMix,
    terminal: (id) => directory.byId(id),
    topic: deps.live.topic<QueuedState>('queued_start', queuedView),
    rowOf: (id) => tasks.get(id),
    log: deps.log,
  });
  const topic = deps.live.topic<UnplayedStartLive>('unplayed_start', unplayedView);
  const store = unplayedStartStore(deps.db);
  const unplayed = createUnplayedStarts({ topic, store, now: deps.now ?? Date.now, log: deps.log });
  const parts = { unplayed, directory, gateway, lostRelayOf, engine, queue, weights, voiceMix };
  const withQueue = { ...deps, ...parts };
  const service = createBroadcastService(withQueue);
  await unplayed.restore();
  await restoreQueue(withQueue);
  queue.run();
  const queries = createBroadcastQueries({ db: deps.db, engine });
  return {
    engine,
    service,
    queries,
    queue,
    unplayed,
    weights,
    voiceMix,
    routes(app) {
      broadcastRoutes(app, { ...deps, service, queries });
      queueRoutes(app, createQueueService(withQueue));
    },
    async close() {
      queue.close();
      await engine.close();
      await unplayed.close();
    },
  };
}
