import { AppError, errorCode, messageText } from '../../../contract/api/errors.ts';
import { entityPermission } from '../../../contract/api/permissions.ts';
import {
  type SampleEntity,
  type SampleRemoval,
  type SampleSite,
  sampleEntities,
} from '../../../contract/entities/site/sampleSite.ts';
import type { Language } from '../../../contract/language.ts';
import { may } from '../../platform/http/access.ts';
import { makeSample } from './sampleContent.ts';
import type { SampleBy, SampleDeps } from './sampleDeps.ts';
import { createSampleParts, markOf } from './sampleParts.ts';
import { readSample, type SampleObject, writeSample } from './sampleRecord.ts';

/** Entity whose permission keys an object needs: saved tasks use those of tasks. */
const rightsOf = (entity: SampleEntity) => (entity === 'scheduled_task' ? 'task' : entity);

/** @throws AppError 403 unless the caller may do this with every kind of object */
function mustBeAllowed({ caller }: SampleBy, verb: 'create' | 'delete'): void {
  for (const entity of sampleEntities)
    if (!may(caller, entityPermission(verb, rightsOf(entity))))
      throw new AppError(errorCode.forbidden, 'auth.noPermission');
}

/**
 * Creates the service of the sample site: what it makes is recorded, so that exactly that is removed. Objects that a
 * person has changed since, or that something else uses, are named and kept.
 */
export function createSampleSite(deps: SampleDeps) {
  const { db } = deps;
  const parts = createSampleParts(deps);
  let isBusy = false;

  /** @throws AppError 409 while another request makes or removes it */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    if (isBusy) throw new AppError(errorCode.conflict, 'sample.busy');
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  }

  async function isEmpty({ caller }: SampleBy): Promise<boolean> {
    const { zones, terminals, media, schedule, emergency } = deps;
    const one = { page: 1, limit: 1 };
    const has = (rows: Iterable<unknown>) => rows[Symbol.iterator]().next().done !== true;
    return (
      zones.all().every(({ parent_id }) => parent_id === null) &&
      !has(terminals.directory.all()) &&
      !has(media.files.library.held()) &&
      !has(media.presetTexts.library.held()) &&
      schedule.index.tasks.size + schedule.index.plans.size === 0 &&
      (await emergency.linkageTasks.list(caller, one)).total === 0 &&
      (await emergency.alarmPlans.list(caller, one)).total === 0
    );
  }

  async function note({ caller, ip }: SampleBy, action: 'create' | 'delete', counts: object): Promise<void> {
    const entry = { action, entity: 'sample_site', entity_id: null, ip };
    await deps.audit.record(db, caller, { ...entry, [action === 'create' ? 'after' : 'before']: counts });
  }

  /** Removes objects, the latest first, and keeps those that cannot be removed now in the record. */
  async function removeAll(
    by: SampleBy,
    lang: Language,
    objects: readonly SampleObject[],
  ): Promise<SampleRemoval> {
    const kept: SampleRemoval['kept'] = [];
    const left = [...objects];
    let removed = 0;
    for (const object of objects.toReversed()) {
      const { entity, id, name, mark } = object;
      const stay = (reason: string) => kept.unshift({ entity, id, name, reason });
      const values = await parts[entity].values(by, id);
      let isLeft = false;
      if (values !== null && markOf(values) !== mark) stay(messageText('sample.changed', lang));
      else if (values !== null)
        try {
          await parts[entity].remove(by, id);
          removed++;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          isLeft = true;
          stay(messageText(error.key, lang, error.params));
        }
      // A changed object belongs to the person who changed it.
      if (!isLeft) left.splice(left.indexOf(object), 1);
      await writeSample(db, left);
    }
    return { removed, kept };
  }

  return {
    async overview(by: SampleBy): Promise<SampleSite> {
      const objects: SampleSite['objects'] = [];
      for (const { entity, id, name, mark } of await readSample(db)) {
        const values = await parts[entity].values(by, id);
        if (values !== null) objects.push({ entity, id, name, changed: markOf(values) !== mark });
      }
      return { possible: !isBusy && objects.length === 0 && (await isEmpty(by)), objects };
    },
    /** Fills an empty site. @throws AppError 403, 409 for a site that is not empty */
    fill: (by: SampleBy, lang: Language): Promise<void> =>
      alone(async () => {
        mustBeAllowed(by, 'create');
        if (!(await isEmpty(by))) throw new AppError(errorCode.conflict, 'sample.notEmpty');
        const objects: SampleObject[] = [];
        try {
          await makeSample(deps, by, lang, async (entity, { id, name }) => {
            const values = await parts[entity].values(by, id);
            objects.push({ entity, id, name, mark: markOf(values ?? {}) });
            await writeSample(db, objects);
          });
        } catch (error) {
          await removeAll(by, lang, objects);
          throw error;
        }
        await note(by, 'create', { objects: objects.length });
      }),
    /** Removes what is left of it. @throws AppError 403, 404 when there is none */
    remove: (by: SampleBy, lang: Language): Promise<SampleRemoval> =>
      alone(async () => {
        mustBeAllowed(by, 'delete');
        const objects = await readSample(db);
        if (objects.length === 0) throw new AppError(errorCode.notFound, 'sample.none');
        const result = await removeAll(by, lang, objects);
        await note(by, 'delete', { objects: result.removed, kept: result.kept.map(({ name }) => name) });
        return result;
      }),
  };
}
export type SampleSiteService = ReturnType<typeof createSampleSite>;
