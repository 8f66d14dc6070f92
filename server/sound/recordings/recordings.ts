import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { recordType } from '../../../contract/codes.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Callers } from '../../platform/auth/callers.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import { createPathTickets } from '../../platform/http/pathTickets.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Env } from '../../platform/process/env.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { createTranscoder, DEFAULT_LIMITS } from '../files/transcoder.ts';
import type { StreamTap } from '../source/streamTap.ts';
import { createSpaceCheck, spaceOf } from './diskSpace.ts';
import { createOutlines } from './outlines.ts';
import { createRecordedPages, type RecordedPages } from './recordedPages.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import * as repository from './recording.repository.ts';
import { recordingRoutes } from './recording.routes.ts';
import { createRecordingService } from './recording.service.ts';
import { createRecordingRows } from './recordingRows.ts';
import { type RecordedBroadcast, subjectOf } from './recordingSubject.ts';
import { completeRecordings, sweepRecordings } from './recordingSweep.ts';
import { createRecordingTopic } from './recordingTopic.ts';
import { removeSidecar } from './sidecar.ts';

export interface RecordingsDeps {
  db: Db;
  /** True when the rows come from a snapshot, which has none of recordings. */
  isAway: boolean;
  env: Env;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  clock: MediaClock;
  live: LiveHub;
  zones: Zones;
  audit: Audit;
  callers: Callers;
  config: Config;
  /** Time that decides about expiry, epoch ms. */
  retentionNow: () => number;
  metrics: Registry;
  faults: FaultSink;
  terminals: Pick<Terminals, 'directory'>;
}

export interface Recordings {
  /** Returns the tap of a broadcast; null if it is not recorded. */
  record(b: RecordedBroadcast): StreamTap | null;
  recorder: Recorder;
  /** Pages that are heard again. */
  pages: RecordedPages;
  /** Completes recordings that earlier runs left open, when the database is joined after the start. */
  complete(): Promise<void>;
  /** Deletes recordings that are older than the retention time. */
  sweep(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Creates the recording of pages, calls, alarms and capturer tasks (docs/decisions/0060-recordings.md). */
export async function createRecordings(deps: RecordingsDeps): Promise<Recordings> {
  const { db, log, metrics, faults } = deps;
  const folder = join(deps.env.DATA_DIR, 'recordings');
  const keepingDeps = { ...deps, folder };
  // Faults of the last run are cleared: recording is tried again.
  for (const subject of ['disk', 'file'] as const)
    faults.resolve(subject === 'disk' ? 'recording_stopped' : 'recording_failed', subject);
  const news = createRecordingTopic(deps.live);
  const store = {
    async insert(row: repository.NewRecording) {
      const id = await repository.insert(db, row);
      news.begun(id, row.orgs ?? [], row.duration_ms != null);
      await removeSidecar(folder, row.path).catch(() => {});
      return id;
    },
    async end(id: number, end: repository.RecordingEnd) {
      await repository.update(db, id, end);
      news.ended(id);
    },
    async remove(id: number) {
      await repository.remove(db, [id]);
      news.gone([id]);
    },
  };
  const rows = createRecordingRows({ store, log });
  const complete = () => completeRecordings({ ...keepingDeps, isHeld: rows.holds, onEnded: news.ended });
  // Without the database, open recordings are unknown.
  if (!deps.isAway) await complete();
  const checkSpace = createSpaceCheck(spaceOf(folder));
  const recorder = createRecorder({ folder, rows, clock: deps.clock, faults, checkSpace, log });
  const { retentionNow } = deps;
  const sweep = sweepRecordings({ ...keepingDeps, retentionNow, onGone: () => news.gone([]) });
  const limits = { ...DEFAULT_LIMITS, nice: deps.env.MEDIA_NICE };
  const transcoder = createTranscoder({ concurrency: 1, limits, log });
  const outline = createOutlines({ db, folder, transcoder });
  const service = createRecordingService({ ...deps, folder, outline, news });
  watch(metrics, recorder);
  const directory = deps.terminals.directory;
  return {
    recorder,
    pages: createRecordedPages(db, folder, service),
    complete,
    sweep: sweep.sweep,
    record(b) {
      const subject = subjectOf({ directory, zones: deps.zones }, b);
      if (subject === null) return null;
      const isCall = subject.recordType === recordType.call;
      return recorder.record(subject, isCall && b.call?.isCaller === false ? 1 : 0, isCall ? 2 : 1);
    },
    routes: (app) =>
      recordingRoutes(app, { ...deps, folder, recordings: service, tickets: createPathTickets() }),
    async close() {
      sweep.end();
      await transcoder.close();
      await recorder.close();
    },
  };
}

function watch(metrics: Registry, recorder: Recorder): void {
  const registers = [metrics];
  new Gauge({
    name: 'tocsin_recordings',
    help: 'Recordings in progress',
    registers,
    collect() {
      this.set(recorder.open);
    },
  });
  new Counter({
    name: 'tocsin_recording_lost_packets_total',
    help: 'Packets of 20 ms dropped from recordings because the disk was too slow',
    registers,
    collect() {
      this.reset();
      this.inc(recorder.lost);
    },
  });
}
