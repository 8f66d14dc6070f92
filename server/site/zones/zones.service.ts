import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type PartitionBatch, partitionEntity } from '../../../contract/entities/site/partition.ts';
import type { Language } from '../../../contract/language.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import { type CrudDeps, type CrudHooks, crudService } from '../../platform/crud/crud.ts';
import { runBatch } from '../../platform/crud/runBatch.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { AlarmUse } from '../uses/alarmUse.ts';
import type { UseRegistry } from '../uses/registry.ts';
import { lostTargets } from '../uses/targetUses.ts';
import { shownTo, usersIn } from '../uses/used.ts';
import { contentsReader, lockTree, type PartitionRow, partitions } from './zones.repository.ts';
import { MAX_DEPTH, type Zones, zoneIn } from './zones.ts';

export interface ZoneDeps extends CrudDeps {
  zones: Zones;
  callers: Callers;
  alarmUse: AlarmUse;
  hashing: Pick<Hashing, 'hash'>;
  uses: UseRegistry;
}

/** Maximum names listed when a zone cannot be deleted; the rest is a number. */
const NAMED = 5;

/**
 * Creates the service of the zone tree. The top zone is created at the first start and can be neither moved nor deleted.
 */
export function createZoneService(deps: ZoneDeps) {
  const { zones } = deps;
  const contentsOf = contentsReader();

  async function ahead({ password }: { password?: string }): Promise<Record<string, unknown>> {
    if (password === undefined) return {};
    return { password_hash: password === '' ? null : await deps.hashing.hash(password) };
  }
  const withHash = (values: Record<string, unknown>, hashed: Record<string, unknown>) => {
    const { password: _, ...rest } = values;
    return { ...rest, ...hashed };
  };

  /**
   * Checks, under the tree's lock, that a parent is the caller's, not below the zone itself, and not too
   * deep.
   */
  async function checkParent(
    tx: Tx,
    caller: Caller,
    parent: unknown,
    moved: number | null,
    isHeld: boolean,
  ): Promise<void> {
    if (!isHeld) {
      await lockTree(tx);
      await zones.load(tx);
    }
    if (typeof parent !== 'number') throw new AppError(errorCode.conflict, 'zone.rootFixed');
    zoneIn(zones, caller.scope, parent);
    const path = zones.ancestors(parent);
    if (moved !== null && path.includes(moved)) throw new AppError(errorCode.conflict, 'zone.moveIntoSelf');
    const below = moved === null ? 1 : height(moved);
    if (path.length + below > MAX_DEPTH)
      throw new AppError(errorCode.conflict, 'zone.tooDeep', { max: MAX_DEPTH });
  }

  function height(id: number): number {
    const top = zones.ancestors(id).length;
    return Math.max(...[...zones.subtree([id])].map((each) => zones.ancestors(each).length)) - top + 1;
  }

  /** @param isHeld the tree is locked and read already */
  const serviceOver = (
    db: CrudDeps['db'],
    isHeld: boolean,
    committed: CrudHooks<PartitionRow>['committed'],
  ) =>
    crudService<PartitionRow>({ ...deps, db }, partitionEntity, partitions, {
      ahead,
      async beforeCreate(tx, caller, values, hashed) {
        await checkParent(tx, caller, values.parent_id, null, isHeld);
        return withHash(values, hashed);
      },
      async beforePatch(tx, caller, row, values, hashed) {
        if ('parent_id' in values && values.parent_id !== row.parent_id) {
          if (row.parent_id === null) throw new AppError(errorCode.conflict, 'zone.rootFixed');
          await checkParent(tx, caller, values.parent_id, row.id, isHeld);
          deps.alarmUse.mustBeIdle.zones(zones.subtree([row.id]));
        }
        return withHash(values, hashed);
      },
      async beforeRemove(tx, caller, row) {
        await lockTree(tx);
        if (row.parent_id === null) throw new AppError(errorCode.conflict, 'zone.rootFixed');
        const inZone = await contentsOf(tx, row.id, NAMED);
        // A row in the zone counts once, even if it uses the zone as well.
        const uses = await deps.uses.find(tx, 'partition', [row.id]);
        const users = usersIn(uses, row.id).filter(({ org }) => org !== row.id);
        const count = inZone.count + users.length;
        if (count === 0) return;
        const names = [...inZone.names, ...shownTo(caller.scope, users).names].slice(0, NAMED);
        const inside = `${names.join(', ')}${count > names.length ? ' …' : ''}`;
        throw new AppError(errorCode.conflict, 'zone.notEmpty', { name: row.name, count, inside });
      },
      lostWith: async (tx, row) => lostTargets(await deps.uses.find(tx, 'target_zone', [row.id]), row.id),
      ...(committed === undefined ? {} : { committed }),
    });
  const service = serviceOver(deps.db, false, async (before, after) => {
    await zones.load();
    if (before?.parent_id !== after?.parent_id) deps.callers.changed();
  });

  /**
   * Moves or deletes many zones, each in a savepoint of one transaction that holds the tree's lock: the tree
   * is read once. Moving zones below one parent changes nothing above it, so that the tree stays valid for
   * all.
   */
  async function batch(
    caller: Caller,
    ip: string,
    lang: Language,
    body: PartitionBatch,
    isLeft: () => boolean,
  ) {
    const made = await deps.db.transaction(async (tx) => {
      await lockTree(tx);
      await zones.load(tx);
      const each = serviceOver(tx, true, undefined);
      const known = (ids: readonly number[]) => partitions.known(tx, caller.scope, ids);
      const options = { known, isLeft };
      const listed = new Set(body.ids);
      /** Outermost zone of the list that contains a zone, and moves it along. */
      const taker = (id: number) => zones.ancestors(id).findLast((one) => listed.has(one)) ?? id;
      const depth = (id: number) => zones.ancestors(id).length;
      if (body.action === 'delete') {
        // Deepest zones first: a zone and all within it can be deleted together.
        const ids = [...body.ids].sort((a, b) => depth(b) - depth(a));
        return runBatch(ids, lang, (id) => each.remove(caller, ip, id), options);
      }
      const { results } = await runBatch(
        body.ids.map(taker),
        lang,
        async (id) => {
          await each.patch(caller, ip, id, { parent_id: body.parent_id });
        },
        options,
      );
      const of = new Map(results.map((one) => [one.id, one]));
      return {
        results: [...listed].flatMap((id) => {
          const one = of.get(taker(id));
          return one === undefined ? [] : [{ ...one, id }];
        }),
      };
    });
    await zones.load();
    deps.callers.changed();
    return made;
  }
  return { ...service, batch };
}
