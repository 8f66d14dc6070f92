import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupJob, BackupRow, BackupSettings } from '../../../../contract/entities/site/backup.ts';
import type { Zone } from '../../../../contract/schedule/zone.ts';
import type { Db } from '../../../platform/db/client.ts';
import { failureOf } from '../backupError.ts';
import { checkFolder, listBackups, sweepFolder } from './backupFolder.ts';
import type { Runner } from './backupProcess.ts';
import { type BackupRecords, momentOf, rowsOf, type StoredJob, writeRecords } from './backupRecords.ts';
import { outdated } from './backupRetention.ts';

/** Time after which a failed backup is tried again, ms. */
const RETRY_MS = 3_600_000;
/** Number of interrupted attempts after which a job is given up. */
const ATTEMPTS = 3;

export interface WorkerDeps {
  db: Db;
  records: BackupRecords;
  settings: () => BackupSettings;
  zone: Zone;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
  run: Runner;
  /** Wall time, ms since 1970. */
  now: () => number;
  /** Called when a job is over and its result is recorded. */
  onDone: () => Promise<void>;
}

interface Working {
  stage: BackupJob['stage'];
  /** Estimated total, bytes; 0: unknown. */
  total: number;
  /** Digest of the complete backup; null: not complete. */
  sha256: string | null;
  done: Promise<void>;
  stop: AbortController;
}

/** Runs one job at a time: a backup followed by the retention, or a trial restore. */
export interface Worker {
  begin(job: StoredJob): void;
  current(): Pick<Working, 'stage' | 'total'> | null;
  rows(): Promise<BackupRow[]>;
  /**
   * Stores the records without failing: the files are authoritative, so an unavailable database does not stop
   * a job.
   */
  keep(): Promise<void>;
  forgetGone(): Promise<void>;
  /** Moment of the newest backup made, ms; null: none. */
  lastMade(): number | null;
  idle(): Promise<void>;
  /** Interrupts the job; it is begun again at the next start. */
  close(): Promise<void>;
}

export function createWorker(deps: WorkerDeps): Worker {
  const { records, log, now, settings } = deps;
  let working: Working | null = null;
  let closed = false;

  async function rows(): Promise<BackupRow[]> {
    const { folder } = settings();
    return folder === '' ? [] : rowsOf(await listBackups(folder), records);
  }
  async function keep(): Promise<void> {
    await writeRecords(deps.db, records).catch((err) => {
      log.error({ err }, 'the state of backups could not be stored');
    });
  }
  function lastMade(): number | null {
    const own = Object.values(records.made).filter(({ verified }) => verified);
    const moments = own.map(({ made_at }) => made_at);
    return moments.length === 0 ? null : Math.max(...moments);
  }
  /** Forgets records whose file is gone. The newest stays, because the next due time follows from it. */
  async function forgetGone(): Promise<void> {
    const there = new Set((await listBackups(settings().folder)).map(({ name }) => name));
    const last = lastMade();
    for (const [name, { made_at }] of Object.entries(records.made))
      if (!there.has(name) && made_at !== last) delete records.made[name];
  }
  async function cleanUp(): Promise<void> {
    for (const { name } of outdated(await rows(), settings(), deps.zone)) {
      await rm(join(settings().folder, name), { force: true });
      log.info({ name }, 'an old backup was deleted');
    }
    await forgetGone();
  }

  async function attempt(job: StoredJob, one: Working) {
    const { folder, keys } = settings();
    const path = join(folder, job.name);
    try {
      await checkFolder(folder);
      if (job.kind === 'backup') {
        // A file gets its name only when it is complete: the server stopped just after that.
        if (job.attempt > 1 && existsSync(path)) return null;
        await sweepFolder(folder);
      }
      if (job.attempt > ATTEMPTS)
        return { reason: 'interrupted' as const, need_mb: 0, free_mb: 0, detail: '' };
      const onStage = (stage: BackupJob['stage'], total = 0) =>
        Object.assign(one, { stage }, total > 0 ? { total } : {});
      const onVerified = (sha256: string) => void Object.assign(one, { sha256 });
      return await deps.run({ kind: job.kind, path, keys, onStage, onVerified, signal: one.stop.signal });
    } catch (error) {
      return failureOf(error);
    }
  }

  async function work(job: StoredJob, one: Working): Promise<void> {
    await keep();
    const outcome = await attempt(job, one);
    if (closed) return;
    const at = now();
    const failure = outcome && { at: Math.floor(at / 1000), ...outcome };
    const { kind, name } = job;
    if (failure === null) log.info({ kind, name }, 'a backup or its trial restore has succeeded');
    else log.error({ kind, name, failure }, 'a backup or its trial restore has failed');
    if (kind === 'backup') {
      Object.assign(records, { failure, retry_at: failure === null ? 0 : at + RETRY_MS });
      if (failure === null) {
        const { sha256 } = one;
        records.made[name] = { made_at: job.began_at, verified: true, trial: 'none', tried_at: null, sha256 };
        await cleanUp().catch((err) => log.error({ err }, 'old backups could not be deleted'));
      }
    } else {
      records.trial_failure = failure;
      // A trial that ran out of space proves nothing about the backup.
      const isBad = failure?.reason === 'damaged' || failure?.reason === 'failed';
      const known = records.made[name] ?? { made_at: momentOf(name), verified: false, sha256: null };
      if (failure === null || isBad)
        records.made[name] = {
          ...known,
          trial: failure === null ? 'worked' : 'failed',
          tried_at: at,
          // Of a file of another server it is known from now on.
          sha256: known.sha256 ?? one.sha256,
        };
    }
    records.job = null;
    await keep();
  }

  return {
    rows,
    keep,
    lastMade,
    forgetGone,
    current: () => working,
    begin(job) {
      records.job = job;
      const one: Working = {
        stage: 'waiting',
        total: 0,
        sha256: null,
        done: Promise.resolve(),
        stop: new AbortController(),
      };
      working = one;
      one.done = work(job, one)
        .catch((err) => log.error({ err }, 'a backup could not be monitored'))
        .then(() => {
          working = null;
          if (!closed) return deps.onDone();
        });
    },
    async idle() {
      while (working !== null) await working.done;
    },
    async close() {
      closed = true;
      working?.stop.abort();
      await working?.done;
    },
  };
}
