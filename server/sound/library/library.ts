import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { LiveRow } from '../../../contract/api/live.ts';
import type { MediaGroupLive } from '../../../contract/entities/sound/library.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudService, crudService } from '../../platform/crud/crud.ts';
import type { Tx } from '../../platform/db/client.ts';
import { rerunOnDeadlock } from '../../platform/db/deadlock.ts';
import { createOrHeld } from '../../platform/db/orHeld.ts';
import { mustBeUnused, seenOf, usersIn } from '../../site/uses/used.ts';
import { mustBeWholeSite, mustOwn, ownerFor } from '../../site/zones/owner.ts';
import type { GroupRow, LibraryRow } from './library.repository.ts';
import type { Library, LibraryDeps, LibraryKind } from './library.types.ts';
import { libraryPlacing } from './placing.ts';

function liveGroup({ id, org, name, position, rev }: GroupRow): MediaGroupLive {
  return { id, org, name, position, rev };
}

/** Service of a library of grouped entries, with both live topics. Call after the migration. */
export async function createLibrary<R extends LibraryRow, L extends LiveRow>(
  deps: LibraryDeps,
  kind: LibraryKind<R, L>,
): Promise<Library<R, L>> {
  const { db, audit, live } = deps;
  const { store, entity, groupEntity, hooks = {} } = kind;
  const groupTopic = live.topic<MediaGroupLive>(kind.groupTopic);
  const { members } = groupEntity;
  const placing = libraryPlacing(store, groupTopic, members);
  const topic = live.topic<L>(kind.topic, placing.view);
  const orHeld = createOrHeld();
  let held = new Map<number, R>();
  async function load(): Promise<void> {
    groupTopic.replaceAll((await store.allGroups(db)).map(liveGroup));
    const rows = await store.allItems(db);
    held = new Map(rows.map((row) => [row.id, row]));
    topic.replaceAll(rows.map((row) => kind.live(row, undefined)));
  }
  await load();
  function publish(row: R): void {
    // Rows of concurrent changes may arrive in another order than they were committed in.
    if ((held.get(row.id)?.rev ?? 0) <= row.rev) held.set(row.id, row);
    topic.upsert(kind.live(row, topic.get(row.id)), row.rev);
  }
  function remove(id: number): void {
    held.delete(id);
    topic.remove(id);
  }

  const owner = (caller: Caller, values: Record<string, unknown>) =>
    ownerFor(deps.zones, caller, values.org as number | null | undefined);
  const given = (caller: Caller, values: Record<string, unknown>) =>
    values.org === undefined ? values : { ...values, org: owner(caller, values) };

  const items = crudService<R>(deps, entity, store.items, {
    ...hooks,
    owned: mustOwn,
    async beforeCreate(tx, caller, values, ahead) {
      const placed = await placing.placed(tx, caller, null, { ...values, org: owner(caller, values) });
      return hooks.beforeCreate?.(tx, caller, placed, ahead) ?? placed;
    },
    async beforePatch(tx, caller, row, values, ahead) {
      const placed = await placing.placed(tx, caller, row, given(caller, values));
      return hooks.beforePatch?.(tx, caller, row, placed, ahead) ?? placed;
    },
    async beforeRemove(tx, caller, row) {
      await hooks.beforeRemove?.(tx, caller, row);
      mustBeUnused(caller.scope, row.name, usersIn(await kind.usesOf(tx, [row.id]), row.id), kind.inUse);
    },
    async committed(before, after) {
      if (after !== null) publish(after);
      else if (before !== null) remove(before.id);
      await hooks.committed?.(before, after);
    },
  });
  const seen = (caller: Caller, row: R) => placing.view(row, caller.scope) as R;
  const crud: CrudService<R> = {
    ...items,
    get: async (caller, id) => seen(caller, await items.get(caller, id)),
    async list(caller, query) {
      const found = await items.list(caller, query);
      return { ...found, rows: found.rows.map((row) => ({ ...seen(caller, row), position: row.position })) };
    },
    create: async (caller, ip, values) => seen(caller, await items.create(caller, ip, values)),
    patch: async (caller, ip, id, values, rev) =>
      seen(caller, await items.patch(caller, ip, id, values, rev)),
  };
  /** Publishes the entries that joined or left a group, or changed places in it. */
  async function publishMembers(before: GroupRow | null, after: GroupRow): Promise<void> {
    const [old, now] = [before, after].map((row) => (row?.[members] ?? []) as number[]);
    if (old?.join() === now?.join()) return;
    for (const row of await store.itemsOf(db, [...new Set([...(old ?? []), ...(now ?? [])])])) publish(row);
  }
  const groups = crudService<GroupRow>(deps, groupEntity, store.groups, {
    owned: mustOwn,
    beforePatch: (tx, caller, row, values) => placing.collected(tx, caller, row, given(caller, values)),
    beforeCreate: async (tx, caller, values) => ({
      ...(await placing.collected(tx, caller, null, values)),
      org: owner(caller, values),
      position: await store.nextGroupPosition(tx),
    }),
    stored: async (tx, caller, row) => ({ ...row, [members]: await store.members(tx, caller.scope, row.id) }),
    async beforeRemove(tx, caller, { id, name }) {
      const count = await store.countInGroup(tx, id);
      if (count > 0) throw new AppError(errorCode.conflict, kind.groupHolds, { name, count });
      // A task that plays the group would be silent without an explanation.
      mustBeUnused(caller.scope, name, usersIn((await kind.usesOfGroups?.(tx, [id])) ?? [], id));
    },
    async committed(before, after) {
      if (after === null) {
        if (before !== null) groupTopic.remove(before.id);
        return;
      }
      groupTopic.upsert(liveGroup(after), after.rev);
      await publishMembers(before, after);
    },
  });

  // A change of an entry locks the entry first, a change of a group the group.
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => rerunOnDeadlock(() => db.transaction(work));
  const ordered = async <T>(
    caller: Caller,
    ip: string,
    key: string,
    entityId: number | null,
    ids: readonly number[],
    order: (tx: Tx) => Promise<T>,
  ): Promise<T> =>
    transaction(async (tx) => {
      const rows = await order(tx);
      await audit.record(tx, caller, {
        action: 'order',
        entity: key,
        entity_id: entityId,
        ip,
        after: { ids },
      });
      return rows;
    });
  return {
    load,
    held: () => held.values(),
    get: (id) => held.get(id),
    entity,
    groupEntity,
    crud,
    groups,
    topic,
    publish,
    itemsOf: (ids) =>
      orHeld(
        () => store.itemsOf(db, ids),
        () => ids.flatMap((id) => held.get(id) ?? []),
      ),
    uses: (caller, ids) => kind.usesOf(db, seenOf(topic, caller.scope, ids)),
    async collect(caller, ip, id, groupId, isMember) {
      const row = await transaction(async (tx) => {
        const found = await store.items.lock(tx, caller.scope, id);
        if (found === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
        await placing.openGroup(tx, caller, groupId);
        if (found.group_ids.includes(groupId) === isMember) return found;
        const [join, leave] = isMember ? [[groupId], []] : [[], [groupId]];
        const changed = await store.items.update(tx, id, { change: { join, leave } });
        await audit.record(tx, caller, {
          action: 'edit',
          entity: entity.key,
          entity_id: id,
          ip,
          before: { group_ids: found.group_ids },
          after: { group_ids: changed.group_ids },
        });
        return changed;
      });
      publish(row);
    },
    async orderItems(caller, ip, groupId, ids) {
      const change = async (tx: Tx) => {
        if (groupId === null) mustBeWholeSite(caller);
        else await placing.openGroup(tx, caller, groupId);
        return store.orderItems(tx, groupId, ids);
      };
      for (const row of await ordered(caller, ip, entity.key, groupId, ids, change)) publish(row);
    },
    async orderGroups(caller, ip, ids) {
      mustBeWholeSite(caller);
      const change = (tx: Tx) => store.orderGroups(tx, ids);
      for (const row of await ordered(caller, ip, groupEntity.key, null, ids, change))
        groupTopic.upsert(liveGroup(row), row.rev);
    },
  };
}
