import { AppError, errorCode, type MessageKey } from '../../../contract/api/errors.ts';
import type { LiveRow, TopicName } from '../../../contract/api/live.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { MediaGroupLive } from '../../../contract/entities/sound/library.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudHooks, type CrudService, crudService } from '../../platform/crud/crud.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { createOrHeld } from '../../platform/db/orHeld.ts';
import type { LiveHub, Topic } from '../../platform/live/hub.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { mustBeUnused, seenOf, type Use, type UsesOf, usersIn } from '../../site/uses/used.ts';
import { mustBeWholeSite, mustOwn, ownerFor } from '../../site/zones/owner.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { GroupRow, LibraryRow, LibraryStore } from './library.repository.ts';

export interface LibraryDeps {
  uses: UseRegistry;
  db: Db;
  audit: Audit;
  live: LiveHub;
  zones: Zones;
}

/** Describes a kind of grouped library entry: its entities, its topics and its live rows. */
export interface LibraryKind<R extends LibraryRow, L extends LiveRow> {
  entity: EntityContract;
  groupEntity: EntityContract;
  store: LibraryStore<R>;
  topic: TopicName;
  groupTopic: TopicName;
  /** Message that refuses to delete a group which is not empty; gets `name` and `count`. */
  groupHolds: MessageKey;
  usesOf: UsesOf;
  /** Builds the live row. @param held the topic's current row, for facts that are not in the table */
  live(row: R, held: Readonly<L> | undefined): L;
  hooks?: Pick<CrudHooks<R>, 'beforeCreate' | 'beforePatch' | 'beforeRemove' | 'committed'>;
}

export interface Library<R extends LibraryRow, L extends LiveRow> {
  entity: EntityContract;
  groupEntity: EntityContract;
  crud: CrudService<R>;
  groups: CrudService<GroupRow>;
  topic: Topic<L>;
  /** Uses of the entries that the caller may see. */
  uses(caller: Caller, ids: readonly number[]): Promise<Use[]>;
  /** Reads all rows again. */
  load(): Promise<void>;
  /** Reads entries; from memory while the database is away. */
  itemsOf(ids: readonly number[]): Promise<R[]>;
  /** Publishes a row that was written elsewhere, after the commit. */
  publish(row: R): void;
  orderItems(caller: Caller, ip: string, groupId: number | null, ids: readonly number[]): Promise<void>;
  orderGroups(caller: Caller, ip: string, ids: readonly number[]): Promise<void>;
}

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
  const topic = live.topic<L>(kind.topic);
  const groupTopic = live.topic<MediaGroupLive>(kind.groupTopic);
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
    held.set(row.id, row);
    topic.upsert(kind.live(row, topic.get(row.id)), row.rev);
  }
  function remove(id: number): void {
    held.delete(id);
    topic.remove(id);
  }

  /**
   * Checks that the caller owns a group, as changing its content needs that.
   * @throws AppError 404 for a group of another kind, or none; 403
   */
  async function openGroup(tx: Tx, caller: Caller, groupId: number | null): Promise<void> {
    if (groupId === null) return;
    const group = await store.groups.lock(tx, caller.scope, groupId);
    if (group === undefined) throw new AppError(errorCode.notFound, 'group.notFound');
    mustOwn(caller, group);
  }
  /** Position of a new entry of a group. @throws AppError as `openGroup` */
  async function placeIn(tx: Tx, caller: Caller, groupId: number | null): Promise<number> {
    await openGroup(tx, caller, groupId);
    return store.nextPosition(tx, groupId);
  }
  const owner = (caller: Caller, values: Record<string, unknown>) =>
    ownerFor(deps.zones, caller, values.org as number | null | undefined);
  const given = (caller: Caller, values: Record<string, unknown>) =>
    values.org === undefined ? values : { ...values, org: owner(caller, values) };

  const crud = crudService<R>(deps, entity, store.items, {
    ...hooks,
    owned: mustOwn,
    async beforeCreate(tx, caller, values, ahead) {
      const position = await placeIn(tx, caller, (values.group_id as number | null | undefined) ?? null);
      const placed = { position, ...values, org: owner(caller, values) };
      return hooks.beforeCreate?.(tx, caller, placed, ahead) ?? placed;
    },
    async beforePatch(tx, caller, row, values, ahead) {
      const { group_id } = values as { group_id?: number | null };
      const moves = group_id !== undefined && group_id !== row.group_id;
      if (moves) await openGroup(tx, caller, row.group_id);
      const owned = given(caller, values);
      const placed = moves ? { position: await placeIn(tx, caller, group_id), ...owned } : owned;
      return hooks.beforePatch?.(tx, caller, row, placed, ahead) ?? placed;
    },
    async beforeRemove(tx, caller, row) {
      await hooks.beforeRemove?.(tx, caller, row);
      mustBeUnused(caller.scope, row.name, usersIn(await kind.usesOf(tx, [row.id]), row.id));
    },
    async committed(before, after) {
      if (after !== null) publish(after);
      else if (before !== null) remove(before.id);
      await hooks.committed?.(before, after);
    },
  });
  const groups = crudService<GroupRow>(deps, groupEntity, store.groups, {
    owned: mustOwn,
    beforePatch: async (_tx, caller, _row, values) => given(caller, values),
    beforeCreate: async (tx, caller, values) => ({
      ...values,
      org: owner(caller, values),
      position: await store.nextGroupPosition(tx),
    }),
    async beforeRemove(tx, _caller, { id, name }) {
      const count = await store.countInGroup(tx, id);
      if (count > 0) throw new AppError(errorCode.conflict, kind.groupHolds, { name, count });
    },
    committed(before, after) {
      if (after !== null) groupTopic.upsert(liveGroup(after), after.rev);
      else if (before !== null) groupTopic.remove(before.id);
    },
  });

  const ordered = async <T>(
    caller: Caller,
    ip: string,
    key: string,
    entityId: number | null,
    ids: readonly number[],
    order: (tx: Tx) => Promise<T>,
  ): Promise<T> =>
    db.transaction(async (tx) => {
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
    async orderItems(caller, ip, groupId, ids) {
      const change = async (tx: Tx) => {
        if (groupId === null) mustBeWholeSite(caller);
        await openGroup(tx, caller, groupId);
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
