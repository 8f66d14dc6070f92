import { isDeepStrictEqual } from 'node:util';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { type LinkageTaskForm, linkageTaskFields } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { owns } from '../../../site/zones/owner.ts';
import type { LinkageTaskRow } from './plan.repository.ts';
import { plansWithLinkageTask } from './plan.repository.ts';

/**
 * Changes to the sound of a linkage task are allowed only to accounts whose zones include those of every plan
 * that plays it, by any way: by hand, by an import, or by taking over changed media. A plan of a zone above
 * may play tasks of the zones below. The targets of the task remain with its own zone, which owns the
 * terminals.
 */

type Heard = LinkageTaskForm & { frozen: LinkageTaskRow['frozen'] };

/** Fields that do not change the sound. */
const silent = ['name', 'desc', 'org', 'devices', 'orgs', 'groups'] as const;
type Silent = (typeof silent)[number];
const heard = (Object.keys(linkageTaskFields.shape) as (keyof typeof linkageTaskFields.shape)[]).filter(
  (field): field is Exclude<typeof field, Silent> => !silent.some((one) => one === field),
);

function soundsDifferent(before: Heard, after: Heard): boolean {
  if (heard.some((field) => !isDeepStrictEqual(before[field], after[field]))) return true;
  // Not frozen yet: saved by an older version.
  return before.frozen !== null && !isDeepStrictEqual(before.frozen, after.frozen);
}

/**
 * Called in the transaction that writes, under the lock of `lockEmergency`.
 * @throws AppError 403 for a change of the sound where a plan outside the caller's zones plays the task
 */
export async function checkPlansOfOtherZones(
  tx: Tx,
  caller: Caller,
  before: LinkageTaskRow,
  after: Heard,
): Promise<void> {
  if (!soundsDifferent(before, after)) return;
  const plans = await plansWithLinkageTask(tx, before.id);
  const count = plans.filter(({ org }) => !owns(caller, org)).length;
  if (count > 0) throw new AppError(errorCode.forbidden, 'alarm.planElsewhere', { name: before.name, count });
}
