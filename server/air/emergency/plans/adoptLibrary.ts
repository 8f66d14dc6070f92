import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import { frozenOf, namedBy } from './frozen.ts';
import { libraryParts } from './frozenParts.repository.ts';
import { checkPlansOfOtherZones } from './otherZonePlans.ts';
import type { LinkageTaskRow } from './plan.repository.ts';
import * as repository from './plan.repository.ts';
import type { EmergencyServiceDeps } from './services.ts';

/** Takes over into a linkage task what has changed in the library: alarms play it from then on. */
export function createAdoptLibrary(deps: EmergencyServiceDeps) {
  const { db, audit, configuration, mustBeIdle } = deps;
  const digests = ({ frozen }: LinkageTaskRow) =>
    (frozen ?? []).map(({ name, digest, words }) => ({ name, digest, text: words?.text ?? '' }));

  /**
   * @throws AppError 404 for a task outside the caller's zones, 403 where a plan outside them plays it, 999
   *   while an alarm plays it
   */
  return async (caller: Caller, ip: string, id: number): Promise<void> => {
    const row = await db.transaction(async (tx) => {
      await repository.lockEmergency(tx);
      const found = await repository.linkageTasks.lock(tx, caller.scope, id);
      if (found === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
      mustBeIdle.task(id);
      const library = await libraryParts(tx, namedBy(found));
      // Parts that the library no longer has are kept.
      const gone = (found.frozen ?? []).filter(
        (part) => !library.some(({ what, id: of }) => what === part.what && of === part.id),
      );
      const frozen = frozenOf(found, library, gone);
      await checkPlansOfOtherZones(tx, caller, found, { ...found, frozen });
      const adopted = await repository.linkageTasks.update(tx, id, { frozen });
      await audit.record(tx, caller, {
        action: 'adopt',
        entity: 'linkage_task',
        entity_id: id,
        ip,
        before: { parts: digests(found) },
        after: { parts: digests(adopted) },
      });
      return adopted;
    });
    configuration.putTask(row);
    deps.written(row);
  };
}
