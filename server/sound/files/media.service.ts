import { rename, rm } from 'node:fs/promises';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type FileLive, fileEntity, fileGroupEntity } from '../../../contract/entities/sound/file.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { mustOwn, ownerFor } from '../../site/zones/owner.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { createLibrary } from '../library/library.ts';
import type { Library } from '../library/library.types.ts';
import type { BroadcastItem } from '../source/broadcastItem.ts';
import { type AcceptDeps, acceptUpload, type Uploader } from './accept.ts';
import { createBuilder, liveFile } from './fileBuilder.ts';
import { type FileRow, files } from './media.repository.ts';
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
  library: Library<FileRow, FileLive>;
  /** Accepts an upload and queues it. Throws as `acceptUpload`. */
  accept(upload: Received, by: Uploader): Promise<FileRow>;
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
  const library: Library<FileRow, FileLive> = await createLibrary(deps, {
    entity: fileEntity,
    groupEntity: fileGroupEntity,
    store: files,
    topic: 'file',
    groupTopic: 'file_group',
    groupHolds: 'media.groupNotEmpty',
    usesOf: (tx, ids) => uses.find(tx, 'file', ids),
    usesOfGroups: (tx, ids) => uses.find(tx, 'file_group', ids),
    inUse: 'media.inUse',
    live: (row, held) => {
      const live = liveFile(row);
      // The progress of a build is in no row.
      return row.build_status === 'building' ? { ...live, progress: held?.progress ?? live.progress } : live;
    },
    hooks: {
      async committed(before, after) {
        if (after !== null || before === null) return;
        await builder.cancel(before.id);
        // Plain write: deleted; a start removes what has no row.
        await rename(paths.fileDir(before.id), paths.deleted(before.id)).catch(() => {});
        await rm(paths.deleted(before.id), { recursive: true, force: true });
      },
    },
  });
  const { topic, publish } = library;
  const builder = createBuilder({ ...deps, topic, publish });

  /** Reads the files, and builds those that are not built. */
  async function load(): Promise<void> {
    const { toBuild, lost, unknown } = await recoverMedia(paths, await files.allItems(db));
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
  if (!deps.isAway) await load();

  return {
    async load() {
      await library.load();
      await load();
    },
    library,
    async accept(upload, by) {
      const org = ownerFor(deps.zones, by.caller, by.org);
      const row = await acceptUpload(deps, upload, { ...by, org });
      publish(row);
      builder.add(row.id);
      return row;
    },
    async items(ids) {
      const found = new Map((await library.itemsOf(ids)).map((row) => [row.id, row]));
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
        const found = await files.items.lock(tx, caller.scope, id);
        if (found === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
        mustOwn(caller, found);
        if (found.build_status !== 'failed')
          throw new AppError(errorCode.conflict, 'media.notFailed', { name: found.name });
        await deps.audit.record(tx, caller, { action: 'build', entity: fileEntity.key, entity_id: id, ip });
        return files.items.update(tx, id, { build_status: 'waiting', build_error: null });
      });
      publish(row);
      builder.add(id);
    },
    idle: () => builder.idle(),
    close: () => builder.close(),
  };
}
