import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import { noteDeed } from '../journal/deed.ts';
import type { Journal } from '../journal/journal.ts';
import { subjectOf } from '../journal/part.ts';
import type { By } from './startTask.ts';

/**
 * Records an action that took effect at once, like a pause. Resolves when the action is stored or in the
 * journal. The state of a running broadcast is stored repeatedly until the database takes it, so a rejection
 * of `stored` is no failure of the action.
 */
export function noteEffect(
  journal: Pick<Journal, 'add' | 'safe'>,
  { caller, ip }: By,
  { id, row }: Pick<RunningBroadcast, 'id' | 'row'>,
  action: string,
  stored: Promise<void>,
  after?: Record<string, unknown>,
): Promise<void> {
  const entry = { action, entity: 'task', entity_id: id, ip, ...(after === undefined ? {} : { after }) };
  const settled = stored.catch(() => {});
  return noteDeed(journal, subjectOf(row), caller, entry, settled);
}
