import type { TopicName } from '../../../contract/api/live.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import { crudService } from '../../platform/crud/crud.ts';
import { type HeldEntity, heldEntity } from '../../platform/crud/heldEntity.ts';
import type { Row, TableRepository } from '../../platform/db/tableRepository.ts';
import { zonedForm } from '../../site/zones/zonedForm.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import { entityNeeds, type Platform } from './platform.ts';

type Opened = Record<`zoned_${string}`, HeldEntity>;
const module = modulesAmong<Outside & Platform & Opened>();

/**
 * Declares the module of an entity that lies in a zone and has no rules beyond those of its fields. Its topic and its
 * table are named like its key.
 */
export function zonedEntity<R extends Row & { org: number }>(
  entity: EntityContract,
  repository: TableRepository<R>,
) {
  const name: keyof Opened = `zoned_${entity.key}`;
  return module({
    needs: [...entityNeeds, 'heldRows', 'transferables'],
    async open({ live, zones, ...deps }): Promise<Opened> {
      const topic = live.topic<R>(entity.key as TopicName);
      const form = zonedForm(zones, entity, entity.create as never);
      const opened = await heldEntity<R>(deps, {
        entity,
        repository,
        serviceOf: (db, committed) =>
          crudService<R>({ ...deps, db }, entity, repository, {
            beforeCreate: async (_tx, caller, values) => form.check(caller, values),
            async beforePatch(_tx, caller, row, values) {
              const { org } = form.checkChange(caller, row, values);
              return 'org' in values ? { ...values, org } : values;
            },
            committed,
          }),
        held: () => topic.snapshot(),
        follow(before, after) {
          if (after !== null) topic.upsert(after, after.rev);
          else if (before !== null) topic.remove(before.id);
        },
      });
      return { [name]: opened };
    },
    routes: (app, all) => all[name]?.routes(app),
  });
}
