import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type FileGroupLive, fileGroupEntity } from '../../../contract/entities/sound/file.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudService, crudService } from '../../platform/crud/crud.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { LockFileGroup } from '../../site/uses/fileGroups.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { mustBeUnused, usersIn } from '../../site/uses/used.ts';
import { mustBeWholeSite, mustOwn, ownerFor } from '../../site/zones/owner.ts';
import type { Zones } from '../../site/zones/zones.ts';
import * as repository from './media.repository.ts';

export interface FileGroups extends CrudService<repository.FileGroupRow> {
  /** Reads all groups again. */
  load(): Promise<void>;
  /** Orders the groups; those that are not named follow as they were. */
  order(caller: Caller, ip: string, ids: readonly number[]): Promise<void>;
}

function liveGroup({ id, org, name, position, rev }: repository.FileGroupRow): FileGroupLive {
  return { id, org, name, position, rev };
}

/** Locks a group of files for a transaction that refers to it; false when the scope sees no such group. */
export const lockFileGroup: LockFileGroup = async (tx, scope, id) =>
  (await repository.fileGroups.lock(tx, scope, id)) !== undefined;

/** Creates the service of groups of music files, and their live topic. Call after the migration. */
export async function createFileGroups(deps: {
  db: Db;
  audit: Audit;
  live: LiveHub;
  zones: Zones;
  uses: UseRegistry;
}): Promise<FileGroups> {
  const { db, audit } = deps;
  const ownerOf = (caller: Caller, values: Record<string, unknown>) =>
    ownerFor(deps.zones, caller, values.org as number | null | undefined);
  const topic = deps.live.topic<FileGroupLive>('file_group');
  const load = async () => topic.replaceAll((await repository.allGroups(db)).map(liveGroup));
  await load();

  const crud = crudService<repository.FileGroupRow>(deps, fileGroupEntity, repository.fileGroups, {
    owned: mustOwn,
    beforePatch: async (_tx, caller, _row, values) =>
      values.org === undefined ? values : { ...values, org: ownerOf(caller, values) },
    beforeCreate: async (tx, caller, values) => ({
      ...values,
      org: ownerOf(caller, values),
      position: await repository.nextGroupPosition(tx),
    }),
    async beforeRemove(tx, caller, row) {
      const count = await repository.countInGroup(tx, row.id);
      if (count > 0) throw new AppError(errorCode.conflict, 'media.groupNotEmpty', { name: row.name, count });
      // Deleting the group would leave a task silent without an explanation.
      const users = await deps.uses.find(tx, 'file_group', [row.id]);
      mustBeUnused(caller.scope, row.name, usersIn(users, row.id));
    },
    committed(before, after) {
      if (after !== null) topic.upsert(liveGroup(after), after.rev);
      else if (before !== null) topic.remove(before.id);
    },
  });
  return {
    ...crud,
    load,
    async order(caller, ip, ids) {
      mustBeWholeSite(caller);
      const changed = await db.transaction(async (tx) => {
        const rows = await repository.orderGroups(tx, ids);
        await audit.record(tx, caller, {
          action: 'order',
          entity: fileGroupEntity.key,
          entity_id: null,
          ip,
          after: { ids },
        });
        return rows;
      });
      for (const row of changed) topic.upsert(liveGroup(row), row.rev);
    },
  };
}
