import type { FastifyInstance } from 'fastify';
import { partitionEntity } from '../../contract/entities/partition.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import { hashPassword } from '../auth/password.ts';
import { type CrudDeps, crudRoutes, crudService } from '../crud.ts';
import type { Tx } from '../db/client.ts';
import type { AlarmUse } from '../emergency/plans/alarmUse.ts';
import { contentsOf, lockTree, type PartitionRow, partitions } from './zones.repository.ts';
import { MAX_DEPTH, type Zones, zoneIn } from './zones.ts';

export interface ZoneDeps extends CrudDeps {
  zones: Zones;
  callers: Callers;
  alarmUse: AlarmUse;
}

/** The routes of the zone tree. The top zone is made at the first start and can be neither moved nor deleted. */
export function zoneRoutes(app: FastifyInstance, deps: ZoneDeps): void {
  const { zones } = deps;

  async function withHash(values: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { password, ...rest } = values as { password?: string };
    if (password === undefined) return rest;
    return { ...rest, password_hash: password === '' ? null : await hashPassword(password) };
  }

  /** Under the tree's lock: the parent must be one's own, not below the zone itself, and not too deep. */
  async function checkParent(tx: Tx, caller: Caller, parent: unknown, moved: number | null): Promise<void> {
    await lockTree(tx);
    await zones.load(tx);
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

  const service = crudService<PartitionRow>(deps, partitionEntity, partitions, {
    async beforeCreate(tx, caller, values) {
      await checkParent(tx, caller, values.parent_id, null);
      return withHash(values);
    },
    async beforePatch(tx, caller, row, values) {
      if ('parent_id' in values && values.parent_id !== row.parent_id) {
        if (row.parent_id === null) throw new AppError(errorCode.conflict, 'zone.rootFixed');
        await checkParent(tx, caller, values.parent_id, row.id);
        deps.alarmUse.mustBeIdle.zones(zones.subtree([row.id]));
      }
      return withHash(values);
    },
    async beforeRemove(tx, _caller, row) {
      await lockTree(tx);
      if (row.parent_id === null) throw new AppError(errorCode.conflict, 'zone.rootFixed');
      const { count, names } = await contentsOf(tx, row.id);
      if (count === 0) return;
      const inside = `${names.join(', ')}${count > names.length ? ' …' : ''}`;
      throw new AppError(errorCode.conflict, 'zone.notEmpty', { name: row.name, count, inside });
    },
    async committed(before, after) {
      await zones.load();
      if (before?.parent_id !== after?.parent_id) deps.callers.changed();
    },
  });
  crudRoutes(app, partitionEntity, service, {
    present: (row) => ({ ...row, has_password: row.password_hash !== null }),
  });
}
