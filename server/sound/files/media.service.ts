import { rename, rm } from 'node:fs/promises';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type FileLive, fileEntity } from '../../../contract/entities/sound/file.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudService, crudService } from '../../platform/crud/crud.ts';
import type { Tx } from '../../platform/db/client.ts';
import { createOrHeld } from '../../platform/db/orHeld.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { mustBeUnused, seenOf, type Use, usersIn } from '../../site/uses/used.ts';
import { mustBeWholeSite, mustOwn, ownerFor } from '../../site/zones/owner.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { BroadcastItem } from '../source/broadcastItem.ts';
import { type AcceptDeps, acceptUpload, type Uploader } from './accept.ts';
import { createBuilder } from './fileBuilder.ts';
import { createFileGroups, type FileGroups } from './fileGroups.ts';
import { createHeldFiles, type PlayedFile } from './heldFiles.ts';
import * as repository from './media.repository.ts';
import type { Received } from './receive.ts';
import { prepareFolders, recoverMedia } from './recover.ts';

export interface FileServiceDeps extends AcceptDeps {
  live: LiveHub;
  zones: Zones;
  faults: FaultSink;
  uses: UseRegistry;
  /** True when the rows come from a snapshot, and nothing can be written. */
  isAway: boolean;
  log: { error(details: object, message: string): void };
}

export interface FileService {
  crud: CrudService<repository.FileRow>;
  /** Users of files. */
  uses(caller: Caller, ids: readonly number[]): Promise<Use[]>;
  groups: FileGroups;
  /** Orders the files of a group (null: those in none); those that are not named follow as they were. */
  order(caller: Caller, ip: string, groupId: number | null, ids: readonly number[]): Promise<void>;
  /** Accepts an upload and queues it. Throws as `acceptUpload`. */
  accept(upload: Received, by: Uploader): Promise<repository.FileRow>;
  /**
   * Items of a broadcast of these files, in their order (a file may come twice); from memory while the database is away.
   * @throws AppError 404 for one that does not exist, 409 for one that is not built
   */
  items(ids: readonly number[]): Promise<BroadcastItem[]>;
  /** Rebuilds a file whose build failed. @throws AppError 404, 403, 409 for one that did not fail */
  rebuild(caller: Caller, ip: string, id: number): Promise<void>;
  /** Reads files and groups again, and builds what is not built; while no upload is accepted. */
  load(): Promise<void>;
  /** Resolves when everything that was queued is built. */
  idle(): Promise<void>;
  /** Resolves when no build runs any more; unfinished builds continue at the next start. */
  close(): Promise<void>;
}

/**
 * Creates the service of music files and their groups. Call after the migration; it resumes unfinished
 * builds.
 */
export async function createFileService(deps: FileServiceDeps): Promise<FileService> {
  const { db, paths, uses } = deps;
  const topic = deps.live.topic<FileLive>('file');
  const held = createHeldFiles(topic);
  const orHeld = createOrHeld();
  const builder = createBuilder({ ...deps, held, topic });

  async function readRows(): Promise<repository.FileRow[]> {
    const rows = await repository.allFiles(db);
    held.replaceAll(rows);
    return rows;
  }
  /** Reads the files, and builds those that are not built. */
  async function load(): Promise<void> {
    const { toBuild, lost, unknown } = await recoverMedia(paths, await readRows());
    for (const id of lost)
      await builder.set(id, { build_status: 'failed', build_error: 'media.originalLost' });
    for (const id of toBuild) {
      await builder.set(id, { build_status: 'waiting', build_error: null });
      builder.add(id);
    }
    if (lost.length > 0) deps.log.error({ ids: lost }, 'uploaded media files are missing in the data folder');
    if (unknown.length > 0)
      deps.log.error(
        { folders: unknown, to: paths.unknown },
        'media files without a row in the database were moved aside',
      );
  }
  await prepareFolders(paths);
  // Without the database nothing can be built, and folders without a row may have one there.
  if (deps.isAway) await readRows();
  else await load();

  /** Checks that the caller owns a group, as changing its content needs that. @throws AppError 404, 403 */
  async function openGroup(tx: Tx, caller: Caller, groupId: number | null): Promise<void> {
    if (groupId === null) return;
    const group = await repository.fileGroups.lock(tx, caller.scope, groupId);
    if (group === undefined) throw new AppError(errorCode.notFound, 'group.notFound');
    mustOwn(caller, group);
  }

  const crud = crudService<repository.FileRow>(deps, fileEntity, repository.files, {
    owned: mustOwn,
    async beforePatch(tx, caller, row, values) {
      const { group_id, org } = values as { group_id?: number | null; org?: number | null };
      const owned = org === undefined ? values : { ...values, org: ownerFor(deps.zones, caller, org) };
      if (group_id === undefined || group_id === row.group_id) return owned;
      await openGroup(tx, caller, row.group_id);
      await openGroup(tx, caller, group_id);
      return { position: await repository.nextFilePosition(tx, group_id), ...owned };
    },
    async beforeRemove(tx, caller, row) {
      mustBeUnused(
        caller.scope,
        row.name,
        usersIn(await uses.find(tx, 'file', [row.id]), row.id),
        'media.inUse',
      );
    },
    async committed(before, after) {
      if (after !== null) return held.publish(after);
      if (before === null) return;
      held.remove(before.id);
      await builder.cancel(before.id);
      // Plain write: deleted; a start removes what has no row.
      await rename(paths.fileDir(before.id), paths.deleted(before.id)).catch(() => {});
      await rm(paths.deleted(before.id), { recursive: true, force: true });
    },
  });

  const groups = await createFileGroups(deps);

  return {
    async load() {
      await groups.load();
      await load();
    },
    crud,
    groups,
    uses: (caller, ids) => uses.find(db, 'file', seenOf(topic, caller.scope, ids)),
    async order(caller, ip, groupId, ids) {
      const changed = await db.transaction(async (tx) => {
        if (groupId === null) mustBeWholeSite(caller);
        await openGroup(tx, caller, groupId);
        const rows = await repository.orderFiles(tx, groupId, ids);
        const entry = { action: 'order', entity: fileEntity.key, entity_id: null, ip };
        await deps.audit.record(tx, caller, { ...entry, after: { group_id: groupId, ids } });
        return rows;
      });
      for (const row of changed) held.publish(row);
    },
    async accept(upload, by) {
      const org = ownerFor(deps.zones, by.caller, by.org);
      const row = await acceptUpload(deps, upload, { ...by, org });
      held.publish(row);
      builder.add(row.id);
      return row;
    },
    async items(ids) {
      const rows = await orHeld<PlayedFile[]>(
        () => repository.filesOf(db, ids),
        () => held.find(ids),
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => {
        const row = found.get(id);
        if (row === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
        if (row.build_status !== 'built' || row.duration_ms === null)
          throw new AppError(errorCode.conflict, 'media.notReady', { name: row.name });
        return {
          kind: 'file',
          file_id: id,
          name: row.name,
          path: paths.programmeRelative(id),
          duration_ms: row.duration_ms,
        };
      });
    },
    async rebuild(caller, ip, id) {
      const row = await db.transaction(async (tx) => {
        const found = await repository.files.lock(tx, caller.scope, id);
        if (found === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
        mustOwn(caller, found);
        if (found.build_status !== 'failed')
          throw new AppError(errorCode.conflict, 'media.notFailed', { name: found.name });
        await deps.audit.record(tx, caller, { action: 'build', entity: fileEntity.key, entity_id: id, ip });
        return repository.files.update(tx, id, { build_status: 'waiting', build_error: null });
      });
      if (row === undefined) return;
      held.publish(row);
      builder.add(id);
    },
    idle: () => builder.idle(),
    close: () => builder.close(),
  };
}
