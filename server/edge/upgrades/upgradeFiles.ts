import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { upgradeFileEntity } from '../../../contract/entities/terminals/upgrade.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudService, crudService } from '../../platform/crud/crud.ts';
import type { UpgradePaths } from '../../platform/dataFolder/upgradePaths.ts';
import { renameDurably } from '../../platform/dataFolder/writeDurably.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Received } from '../../sound/files/receive.ts';
import * as repository from './file.repository.ts';
import { PackageCheck, type PackageFacts } from './packageCheck.ts';
import { recoverPackages } from './recoverPackages.ts';

type FileRow = repository.UpgradeFileRow;
/** Bytes read at a time. */
const CHUNK = 262_144;

export interface UpgradeFilesDeps {
  db: Db;
  audit: Audit;
  paths: UpgradePaths;
  maxMb: number;
  /** True when the rows come from a snapshot, which has none of packages. */
  isAway: boolean;
  /** Tells if an open batch uses a package; called in the transaction that deletes it. */
  isInUse(id: number): boolean;
  log: { error(details: object, message: string): void };
}

export interface UpgradeFiles {
  crud: CrudService<FileRow>;
  /** All packages by id. */
  all: ReadonlyMap<number, FileRow>;
  /** Accepts an upload. @throws AppError 400 for an invalid package, 409 for an existing version, 413 */
  accept(upload: Received, caller: Caller, ip: string): Promise<FileRow>;
  /** Reads the stored packages, when the database was away at the start. */
  load(): Promise<void>;
  /** Resolves when the packages of the last run are checked. */
  checked: Promise<void>;
  close(): Promise<void>;
}

async function check(path: string): Promise<PackageFacts> {
  const made = new PackageCheck();
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) made.update(chunk as Buffer);
  return made.end();
}

/** Maps a unique violation to an AppError 409. */
function duplicateOf(error: unknown, version: string): unknown {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === '23505' ? new AppError(errorCode.conflict, 'upgrade.duplicate', { version }) : error;
}

/** Creates the store of upgrade packages. Call after the migration. */
export async function createUpgradeFiles(deps: UpgradeFilesDeps): Promise<UpgradeFiles> {
  const { db, paths, log } = deps;
  const all = new Map<number, FileRow>();
  let closed = false;

  async function set(row: FileRow, values: Pick<FileRow, 'build_status' | 'build_error'>): Promise<void> {
    await repository.setBuild(db, row.id, values);
    const held = all.get(row.id);
    if (held !== undefined) all.set(row.id, { ...held, ...values });
  }
  /** Reads the stored packages and marks them for checking. */
  async function readPackages(): Promise<void> {
    for (const row of await repository.allFiles(db)) all.set(row.id, row);
    for (const id of await recoverPackages(paths, [...all.keys()])) {
      const row = all.get(id);
      if (row !== undefined) await set(row, { build_status: 'failed', build_error: 'upgrade.fileLost' });
      log.error({ upgrade_file: id }, 'an upgrade package is missing in the data folder');
    }
    for (const row of [...all.values()])
      if (row.build_status !== 'failed') await set(row, { build_status: 'waiting', build_error: '' });
  }

  /** Checks one file after the other: they may have changed on the disk. */
  async function checkAgain(): Promise<void> {
    for (const row of [...all.values()]) {
      if (closed || all.get(row.id)?.build_status !== 'waiting') continue;
      await set(row, { build_status: 'building', build_error: '' });
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(paths.file(row.id), { highWaterMark: CHUNK })) {
        hash.update(chunk as Buffer);
        if (closed) return;
      }
      const isSame = hash.digest('hex') === row.sha256;
      if (!isSame) log.error({ upgrade_file: row.id }, 'an upgrade package has changed on the disk');
      await set(
        row,
        isSame
          ? { build_status: 'built', build_error: '' }
          : { build_status: 'failed', build_error: 'upgrade.fileChanged' },
      );
    }
  }
  const checking = () =>
    checkAgain().catch((err: unknown) => {
      if (!closed) log.error({ err }, 'upgrade packages could not be checked after the start');
    });
  // Without the database the packages are unknown.
  if (!deps.isAway) await readPackages();
  let checked = checking();

  const crud = crudService<FileRow>(deps, upgradeFileEntity, repository.upgradeFiles, {
    async beforeRemove(_tx, _caller, row) {
      if (deps.isInUse(row.id)) throw new AppError(errorCode.conflict, 'upgrade.inUse', { name: row.name });
    },
    async committed(before, after) {
      if (after !== null) all.set(after.id, after);
      else if (before !== null) {
        all.delete(before.id);
        await rm(paths.file(before.id), { force: true });
      }
    },
  });

  return {
    crud,
    all,
    get checked() {
      return checked;
    },
    async load() {
      await readPackages();
      checked = checking();
    },
    async accept(upload, caller, ip) {
      let unplaced: string | undefined;
      try {
        if (upload.tooLarge)
          throw new AppError(errorCode.tooLarge, 'media.fileTooLarge', { limit: deps.maxMb });
        const { size: _payload, sha256: _digest, ...facts } = await check(upload.path);
        const { original_name, size, sha256 } = upload;
        const row = await db
          .transaction(async (tx) => {
            const made = await repository.upgradeFiles.insert(tx, {
              ...{ ...facts, original_name, size, sha256, build_status: 'built' },
              min_version: facts.min_version ?? null,
            });
            const { name, version, feature_code, signer_key } = made;
            await deps.audit.record(tx, caller, {
              ...{ action: 'create', entity: 'upgrade_file', entity_id: made.id, ip },
              after: { name, version, feature_code, signer_key, original_name, size, sha256 },
            });
            // On the disk before the commit, under a name that the next start removes if the row was not
            // committed.
            unplaced = paths.uncommitted(made.id);
            await renameDurably(upload.path, unplaced);
            return made;
          })
          .catch((error: unknown) => {
            throw duplicateOf(error, facts.version);
          });
        await renameDurably(paths.uncommitted(row.id), paths.file(row.id));
        unplaced = undefined;
        all.set(row.id, row);
        return row;
      } finally {
        await rm(upload.path, { force: true });
        if (unplaced !== undefined) await rm(unplaced, { force: true });
      }
    },
    async close() {
      closed = true;
      await checked;
    },
  };
}
