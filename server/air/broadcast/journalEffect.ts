import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Journal } from '../journal/journal.ts';
import { journalAction } from '../journal/journalAction.ts';
import { subjectOf } from '../journal/subject.ts';
import type { By } from './startTask.ts';

/**
 * Records an action that took effect at once, like a pause. Resolves when the action is stored or in the
 * journal. The state of a running broadcast is stored repeatedly until the database takes it, so a rejection
 * of `stored` is no failure of the action.
 */
export function journalEffect(
  journal: Pick<Journal, 'add' | 'safe'>,
  { caller, ip }: By,
  { id, row }: Pick<RunningBroadcast, 'id' | 'row'>,
  action: string,
  stored: Promise<void>,
  after?: Record<string, unknown>,
): Promise<void> {
  const entry = { action, entity: 'task', entity_id: id, ip, ...(after === undefined ? {} : { after }) };
  const settled = stored.catch(() => {});
  return journalAction(journal, subjectOf(row), caller, entry, settled);
}
