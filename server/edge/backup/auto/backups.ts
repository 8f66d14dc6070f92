import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type {
  BackupOverview,
  BackupSettings,
  BackupSettingsPatch,
} from '../../../../contract/entities/site/backup.ts';
import { createZone } from '../../../../contract/schedule/zone.ts';
import type { Actor, Audit } from '../../../platform/audit/audit.ts';
import type { FaultSink } from '../../../site/faults/faults.ts';
import { failureOf } from '../backupError.ts';
import { updateBackupFaults } from './backupFaults.ts';
import { checkFolder, claimFolder, freeSpace, writtenOf } from './backupFolder.ts';
import { nameOf, readRecords, readSettings, type StoredJob, writeSettings } from './backupRecords.ts';
import { createWorker, type WorkerDeps } from './backupWorker.ts';
import { nextDue } from './nextDue.ts';

const LOOK_MS = 10_000;

export interface BackupDeps extends Pick<WorkerDeps, 'db' | 'log' | 'run' | 'now'> {
  audit: Audit;
  faults: FaultSink;
  env: { DATA_DIR: string; TZ_SITE: string };
  /** Tells whether an alarm is running. */
  isAlarm: () => boolean;
}

/** Backups that the server makes by itself, one at a time, and trial restores of them. */
export interface Backups {
  overview(): Promise<BackupOverview>;
  /** @throws AppError 400 for a folder that cannot be used */
  set(actor: Actor, ip: string, patch: BackupSettingsPatch): Promise<void>;
  /** @throws AppError 409 when nothing can be begun now */
  start(actor: Actor, ip: string): Promise<void>;
  tryOut(actor: Actor, ip: string, name: string): Promise<void>;
  remove(actor: Actor, ip: string, name: string): Promise<void>;
  /** Notes in the audit log that somebody fetches a backup. @throws AppError 404 when it is not there */
  take(actor: Actor, ip: string, name: string): Promise<void>;
  /** File of a backup, with its digest if that is known. @throws AppError 404 when it is not there */
  file(name: string): Promise<{ path: string; sha256: string | null }>;
  /** Begins what is due and judges faults; called every ten seconds. */
  look(): Promise<void>;
  /** Resolves when nothing is being done. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Settings that decide when a backup is made: changing them does not make a backup late. */
const WHEN = ['enabled', 'folder', 'at', 'rhythm', 'every_days', 'weekdays'] as const;

const refuse = (key: 'backup.busy' | 'backup.alarm' | 'backup.notSetUp') =>
  new AppError(errorCode.conflict, key);
const seconds = (ms: number) => Math.floor(ms / 1000);

export async function createBackups(deps: BackupDeps): Promise<Backups> {
  const { db, audit, log, now } = deps;
  const zone = createZone(deps.env.TZ_SITE);
  const records = await readRecords(db);
  let settings = await readSettings(db);
  let looking: Promise<void> = Promise.resolve();
  const worker = createWorker({ ...deps, records, zone, settings: () => settings, onDone: updateFaults });

  /** A backup from before the schedule was set does not count as its last one. */
  function due(): number {
    const [last, since] = [worker.lastMade(), records.since ?? now()];
    const isMade = last !== null && last >= since;
    return nextDue(settings, isMade ? last : since, isMade, zone);
  }
  async function updateFaults(): Promise<void> {
    const { enabled, trial_days: trialDays } = settings;
    const { failure, trial_failure: trialFailure } = records;
    const rows = await worker.rows();
    updateBackupFaults(deps.faults, {
      enabled,
      now: now(),
      due: due(),
      trialDays,
      rows,
      failure,
      trialFailure,
    });
  }
  async function look(): Promise<void> {
    const at = now();
    if (worker.current() === null && !deps.isAlarm()) {
      if (records.job !== null) worker.begin({ ...records.job, attempt: records.job.attempt + 1 });
      else if (settings.enabled && at >= due() && at >= records.retry_at) worker.begin(newBackup(at, ''));
    }
    await updateFaults();
  }
  function queued(): Promise<void> {
    looking = looking.then(look).catch((err) => log.error({ err }, 'backups could not be monitored'));
    return looking;
  }
  const timer = setInterval(() => void queued(), LOOK_MS);
  timer.unref();
  void queued();

  function checkFree(): void {
    if (settings.folder === '') throw refuse('backup.notSetUp');
    if (records.job !== null) throw refuse('backup.busy');
    if (deps.isAlarm()) throw refuse('backup.alarm');
  }
  async function known(name: string) {
    const row = (await worker.rows()).find((one) => one.name === name);
    if (row === undefined) throw new AppError(errorCode.notFound, 'backup.notFound');
    return row;
  }
  /** @throws AppError 404 also for a link: it may lead out of the folder */
  async function file(name: string) {
    const { sha256 } = await known(name);
    const path = join(settings.folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isFile()) throw new AppError(errorCode.notFound, 'backup.notFound');
    return { path, sha256 };
  }
  const note = (actor: Actor, ip: string, action: string, values: object) =>
    audit.record(db, actor, { action, entity: 'backup', entity_id: null, ip, ...values });

  return {
    look: queued,
    idle: worker.idle,
    async overview() {
      const { folder, enabled } = settings;
      const place = folder === '' ? null : await checkFolder(folder).then(() => null, failureOf);
      const { job } = records;
      const doing = worker.current();
      return {
        settings,
        next_at: enabled ? seconds(due()) : null,
        free_bytes: folder === '' || place !== null ? null : await freeSpace(folder),
        place_reason: place?.reason ?? null,
        job: job && {
          kind: job.kind,
          name: job.name,
          by: job.by,
          began_at: seconds(job.began_at),
          stage: doing?.stage ?? 'waiting',
          done_bytes: job.kind === 'backup' ? await writtenOf(join(folder, job.name)) : 0,
          total_bytes: doing?.total ?? 0,
        },
        failure: records.failure,
        trial_failure: records.trial_failure,
        rows: await worker.rows(),
      };
    },
    async set(actor, ip, patch) {
      if (records.job !== null) throw refuse('backup.busy');
      const next = { ...settings, ...patch } as BackupSettings;
      if (next.enabled && next.folder === '') throw refuse('backup.notSetUp');
      if (next.folder !== '' && (patch.folder !== undefined || patch.enabled))
        next.folder = await claimFolder(next.folder, deps.env.DATA_DIR);
      const differs = (name: keyof BackupSettings) =>
        JSON.stringify(next[name]) !== JSON.stringify(settings[name]);
      const changed = (Object.keys(next) as (keyof BackupSettings)[]).filter(differs);
      const part = (of: BackupSettings) => Object.fromEntries(changed.map((name) => [name, of[name]]));
      await db.transaction(async (tx) => {
        await writeSettings(tx, next);
        const entry = { action: 'edit', entity: 'backup', entity_id: null, ip } as const;
        if (changed.length > 0)
          await audit.record(tx, actor, { ...entry, before: part(settings), after: part(next) });
      });
      if (WHEN.some(differs)) records.since = next.enabled ? now() : null;
      records.retry_at = 0;
      settings = next;
      await worker.keep();
      await queued();
    },
    async start(actor, ip) {
      checkFree();
      const job = newBackup(now(), actor.code);
      await note(actor, ip, 'start', { after: { name: job.name } });
      checkFree();
      worker.begin(job);
    },
    async tryOut(actor, ip, name) {
      await known(name);
      checkFree();
      await note(actor, ip, 'start', { after: { trial: name } });
      checkFree();
      worker.begin({ kind: 'trial', name, began_at: now(), by: actor.code, attempt: 1 });
    },
    async remove(actor, ip, name) {
      const { size } = await known(name);
      if (records.job?.name === name) throw refuse('backup.busy');
      await note(actor, ip, 'delete', { before: { name, size } });
      await rm(join(settings.folder, name), { force: true });
      await worker.forgetGone();
      await worker.keep();
      await queued();
    },
    async take(actor, ip, name) {
      const { sha256 } = await file(name);
      await note(actor, ip, 'download', { after: { name, ...(sha256 && { sha256 }) } });
    },
    file,
    async close() {
      clearInterval(timer);
      await looking;
      await worker.close();
    },
  };
}

function newBackup(at: number, by: string): StoredJob {
  return { kind: 'backup', name: nameOf(at), began_at: at, by, attempt: 1 };
}
