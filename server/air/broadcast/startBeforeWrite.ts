import type { Source } from '../../sound/source/source.ts';
import type { BroadcastStart, Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Journal } from '../journal/journal.ts';
import type { PendingWrites } from '../journal/pendingWrites.ts';
import { subjectOf } from '../journal/subject.ts';

export interface StartBeforeWriteDeps {
  engine: Pick<Engine, 'start'>;
  journal: Pick<Journal, 'add'>;
}

/**
 * Puts a broadcast on the air at once and stores it meanwhile: for sound that must not wait for the database.
 * Its id comes from `Ids`.
 *
 * @param together written to the journal together with its row
 */
export function startBeforeWrite(
  { engine, journal }: StartBeforeWriteDeps,
  start: BroadcastStart,
  source: Source,
  together: Partial<PendingWrites>,
): RunningBroadcast {
  const row = { ...start.row };
  const b = engine.start({ ...start, inJournal: true }, source);
  const terminals = start.targets.map(({ terminal_id }) => terminal_id);
  journal.add(subjectOf(row), { ...together, air: [{ row, terminals }] });
  return b;
}
