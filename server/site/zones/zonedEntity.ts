import type { FastifyInstance } from 'fastify';
import type { TopicName } from '../../../contract/api/live.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { crudService } from '../../platform/crud/crud.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import { heldEntity } from '../../platform/crud/heldEntity.ts';
import { parseOrThrow } from '../../platform/crud/parseOrThrow.ts';
import type { Transferables } from '../../platform/crud/transferables.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import type { HeldRows } from '../../platform/db/standIn/heldRows.ts';
import type { Row, TableRepository } from '../../platform/db/tableRepository.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { type Zones, zoneIn } from './zones.ts';

/** Row of an entity that lies in a zone. */
export type ZonedRow = Row & { org: number };

export interface ZonedEntityDeps {
  db: DbOrTx;
  audit: Audit;
  live: LiveHub;
  zones: Zones;
  heldRows: Pick<HeldRows, 'add'>;
  transferables: Pick<Transferables, 'add'>;
}
/** Names of what a module needs to open one. */
export const zonedEntityNeeds = ['db', 'audit', 'live', 'zones', 'heldRows', 'transferables'] as const;

export interface ZonedEntity {
  routes(app: FastifyInstance): void;
}

/**
 * Opens an entity that lies in a zone and has no rules of its own: it is stored, checked against the caller's zones,
 * published live after each commit, imported and exported. Its topic and its table are named like its key.
 */
export async function zonedEntity<R extends ZonedRow>(
  deps: ZonedEntityDeps,
  entity: EntityContract,
  repository: TableRepository<R>,
): Promise<ZonedEntity> {
  const topic = deps.live.topic<R>(entity.key as TopicName);

  /** @throws AppError 404 for a zone outside those of the caller */
  async function inZone(caller: Caller, values: Record<string, unknown>): Promise<Record<string, unknown>> {
    if (values.org !== undefined) zoneIn(deps.zones, caller.scope, Number(values.org));
    return values;
  }
  const held = heldEntity<R>({
    db: deps.db,
    repository,
    serviceOf: (db, committed) =>
      crudService<R>({ db, audit: deps.audit }, entity, repository, {
        // Rows of an import have not been checked as a whole.
        beforeCreate: (_tx, caller, values) => inZone(caller, parseOrThrow(entity.create, values)),
        beforePatch: (_tx, caller, _row, values) => inZone(caller, values),
        committed,
      }),
    held: () => topic.snapshot(),
    follow(before, after) {
      if (after !== null) topic.upsert(after, after.rev);
      else if (before !== null) topic.remove(before.id);
    },
  });
  await held.load();
  deps.heldRows.add([entity.key], held.load);
  deps.transferables.add<R>({ entity, repository, staged: held.staged });
  return { routes: (app) => crudRoutes(app, entity, held.service) };
}
