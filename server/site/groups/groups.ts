import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { LiveRow } from '../../../contract/api/live.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudHooks, type CrudService, crudService } from '../../platform/crud/crud.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { AlarmUse } from '../uses/alarmUse.ts';
import type { UseRegistry } from '../uses/registry.ts';
import { mustBeUnused, usersIn } from '../uses/used.ts';
import * as repository from './group.repository.ts';
import { GroupIndex, seenOf, type ZoneCount } from './groupIndex.ts';
import type { GroupKind } from './groupKind.ts';

export interface GroupsDeps {
  db: Db;
  audit: Audit;
  live: LiveHub;
  alarmUse: AlarmUse;
  uses: UseRegistry;
}

export interface Groups {
  /**
   * Ids of a group's members within a scope.
   * @throws AppError 404 for a group that does not exist or has no member visible to the scope
   */
  members(scope: Scope, group: number): number[];
  /** Tells if a scope may see a group: one of its members, or that it has none. */
  isVisible(scope: Scope, group: number): boolean;
  /** Groups visible to a scope, with their members within it. */
  listed(db: DbOrTx, scope: Scope, q?: string): Promise<ListedGroup[]>;
  /** The same service within a transaction; `committed` updates memory and consoles after the commit. */
  staged(tx: Tx): { service: CrudService<repository.GroupRow>; committed(): Promise<void> };
  /** Changes with every change of members. */
  readonly revision: number;
  /** Reads all groups again. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
}

export interface ListedGroup {
  id: number;
  name: string;
  members: readonly number[];
}

/** A live row as the server holds it: the reader's zones decide what is visible (`view`). */
interface GroupState extends LiveRow {
  name: string;
  rev: number;
  counts: ZoneCount[];
}

/** Groups of one kind of members: service, routes and live topic. */
export async function createGroups(deps: GroupsDeps, kind: GroupKind): Promise<Groups> {
  const { db, alarmUse } = deps;
  const { source, tables } = kind;
  const { members: field } = kind.entity;
  /** Counts of members within a scope, in the fields of the kind. */
  function sums(counts: readonly ZoneCount[], scope: Scope): Record<string, unknown> {
    const seen = seenOf(counts, scope);
    return kind.areTerminals ? { ...seen } : { count: seen.online, whole: seen.whole };
  }
  /** Reduces a live row to the reader's zones. */
  function view({ counts, org, ...fields }: Record<string, unknown>, scope: Scope): Record<string, unknown> {
    if (org !== undefined) fields.org = (org as number[] | null)?.filter((id) => inScope(scope, id)) ?? null;
    if (counts !== undefined) Object.assign(fields, sums(counts as ZoneCount[], scope));
    return fields;
  }
  const topic = deps.live.topic<GroupState>(kind.topic, view);
  const dirty = new Set<number>();
  const index = new GroupIndex(
    (id) => source.placeOf(id),
    (id) => {
      if (dirty.size === 0) setImmediate(flush);
      dirty.add(id);
    },
  );

  function zonesOf(id: number): Pick<GroupState, 'org' | 'counts'> {
    const counts = index.counts(id);
    return { counts, org: counts.length === 0 ? null : counts.map(([org]) => org) };
  }
  function flush(): void {
    for (const id of dirty) topic.patch(id, zonesOf(id));
    dirty.clear();
  }
  function regrouped(members: readonly number[]): void {
    for (const id of members) source.regrouped?.(id, index.groupsOf(id));
  }
  let revision = 0;
  function hold(group: repository.StoredGroup): void {
    revision++;
    regrouped(index.set(group));
    const { id, name, rev } = group;
    topic.upsert({ id, name, rev, ...zonesOf(id) }, rev);
  }

  function forget(id: number): void {
    revision++;
    regrouped(index.remove(id));
    topic.remove(id);
  }

  /** Reads go one after the other, so that the last one read is kept. */
  let reading = Promise.resolve();
  async function reread(id: number): Promise<void> {
    const [group] = await repository.stored(db, kind, id);
    if (group !== undefined) hold(group);
    else forget(id);
  }

  async function readAll(): Promise<void> {
    const stored = await repository.stored(db, kind, null);
    const there = new Set(stored.map(({ id }) => id));
    for (const { id } of topic.snapshot()) if (!there.has(id)) forget(id);
    for (const group of stored) hold(group);
  }
  await readAll();
  source.subscribe((id, before, after) => index.moved(id, before, after));

  function readSoon(id: number): Promise<void> {
    reading = reading.then(
      () => reread(id),
      () => reread(id),
    );
    return reading;
  }

  /** @throws AppError 404 for ids that cannot be members, or lie outside the caller's zones */
  async function checkJoin(tx: Tx, caller: Caller, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await repository.countEligible(tx, caller.scope, tables, ids);
    if (found < ids.length) throw new AppError(errorCode.notFound, kind.notFound);
  }
  /** @throws AppError 403 when some members lie outside the caller's zones */
  async function checkAllMembersInScope(tx: Tx, caller: Caller, row: repository.GroupRow): Promise<void> {
    if (await repository.hasOthers(tx, caller.scope, tables, row.id))
      throw new AppError(errorCode.forbidden, 'group.notWhole', { name: row.name });
  }

  if (kind.name === 'device')
    deps.uses.register('target_terminal', async (_, ids) =>
      ids.flatMap((id) =>
        index.groupsOf(id).flatMap((group) => {
          const row = topic.get(group);
          return row === undefined ? [] : { id, user: row.name, org: row.org };
        }),
      ),
    );

  const rows = repository.groupRepository(kind, (scope) => index.visible(scope));
  const hooks: CrudHooks<repository.GroupRow> = {
    async beforeCreate(tx, caller, { [field]: ids, ...values }) {
      const join = [...new Set(ids as number[])];
      await checkJoin(tx, caller, join);
      return { ...values, change: { join, leave: [] } };
    },
    async beforePatch(tx, caller, row, { [field]: ids, ...values }) {
      if (values.name !== undefined && values.name !== row.name)
        await checkAllMembersInScope(tx, caller, row);
      const own = new Set(row[field] as number[]);
      const wanted = ids === undefined ? own : new Set(ids as number[]);
      const join = [...wanted].filter((id) => !own.has(id));
      const leave = [...own].filter((id) => !wanted.has(id));
      // A terminal that joins a group while an alarm plays there joins the alarm.
      const onlyJoins = leave.length === 0 && (values.name ?? row.name) === row.name;
      if (kind.name === 'device' && !onlyJoins) alarmUse.mustBeIdle.group(row.id);
      await checkJoin(tx, caller, join);
      return { ...values, change: { join, leave } };
    },
    async beforeRemove(tx, caller, row) {
      if (kind.name === 'device') alarmUse.mustBeIdle.group(row.id);
      await checkAllMembersInScope(tx, caller, row);
      if (kind.name !== 'device') return;
      const users = await deps.uses.find(tx, 'terminal_group', [row.id]);
      mustBeUnused(caller.scope, row.name, usersIn(users, row.id));
    },
    committed: (before, after) => readSoon((after ?? before)?.id ?? 0),
  };
  const crud = crudService<repository.GroupRow>(deps, kind.entity, rows, hooks);
  /** The row with the counts that the caller sees. */
  function seen(caller: Caller, row: repository.GroupRow): repository.GroupRow {
    return { ...row, ...sums(index.counts(row.id), caller.scope) };
  }
  function detail(caller: Caller, row: repository.GroupRow): repository.GroupRow {
    return { ...seen(caller, row), [field]: index.members(caller.scope, row.id) };
  }
  const service: CrudService<repository.GroupRow> = {
    ...crud,
    async list(caller, query) {
      const page = await crud.list(caller, query);
      return { ...page, rows: page.rows.map((row) => seen(caller, row)) };
    },
    get: async (caller, id) => seen(caller, await crud.get(caller, id)),
    create: async (caller, ...rest) => detail(caller, await crud.create(caller, ...rest)),
    patch: async (caller, ...rest) => detail(caller, await crud.patch(caller, ...rest)),
  };
  return {
    get revision() {
      return revision;
    },
    isVisible: (scope, group) => index.isVisible(scope, group),
    members(scope, group) {
      if (!index.isVisible(scope, group)) throw new AppError(errorCode.notFound, 'group.notFound');
      return index.members(scope, group);
    },
    async listed(from, scope, q) {
      const found = await rows.list(from, scope, { page: 1, limit: 1_000_000, q });
      return found.rows.map(({ id, name }) => ({ id, name, members: index.members(scope, id) }));
    },
    staged(tx) {
      const touched = new Set<number>();
      const committed = (before: repository.GroupRow | null, after: repository.GroupRow | null) =>
        void touched.add((after ?? before)?.id ?? 0);
      return {
        service: crudService({ ...deps, db: tx }, kind.entity, rows, {
          ...hooks,
          committed,
        }),
        async committed() {
          for (const id of touched) await readSoon(id);
        },
      };
    },
    load() {
      reading = reading.then(readAll, readAll);
      return reading;
    },
    routes: (app) => crudRoutes(app, kind.entity, service, { fromSnapshot: true }),
  };
}
