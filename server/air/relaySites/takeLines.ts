import { alarmState } from '../../../contract/codes.ts';
import type { ToldLine } from '../../../contract/protocol/relaySite.ts';
import type { RelayLink } from '../../site/relays/relays.types.ts';
import type { Alarms } from '../emergency/machine/alarmsApi.ts';
import type { Journal } from '../journal/journal.ts';
import type { PendingWrites } from '../journal/pendingWrites.ts';
import type { Subject } from '../journal/subject.ts';
import { readTold } from './toldPart.ts';

export interface TakeLinesDeps {
  journal: Pick<Journal, 'add' | 'safe'>;
  alarms: Pick<Alarms, 'ofPlan'>;
  /** Adds a run that terminals have played to its proof of delivery. */
  played(run: NonNullable<ToldLine['played']>): void;
  wall(): number;
}

/**
 * Takes lines of the journal of a relay into that of the server, each once.
 * @returns resolves when they outlive this process
 * @throws Error for a line that the relay may not write
 */
export async function takeLines(
  deps: TakeLinesDeps,
  link: Pick<RelayLink, 'id' | 'told' | 'ids'>,
  lines: readonly ToldLine[],
): Promise<void> {
  const { journal } = deps;
  const subjects = new Set<Subject>();
  for (const { seq, of, part, continued = false, played } of lines) {
    if (seq <= link.told || link.ids === null) continue;
    const subject = (of ?? 'site') as Subject;
    const writes = of === null ? {} : readTold(subject, part, { ids: link.ids, continued });
    journal.add(subject, { ...endedIfDoubled(deps, writes), told: [{ relay: link.id, seq }] });
    link.told = seq;
    subjects.add(subject);
    if (played !== undefined) deps.played(played);
  }
  await Promise.all([...subjects].map((of) => journal.safe(of)));
}

/** A plan has one running alarm at most: that of the relay is over when the server has another one. */
function endedIfDoubled(
  { alarms, wall }: TakeLinesDeps,
  { row, ...writes }: Partial<PendingWrites>,
): Partial<PendingWrites> {
  if (row == null) return writes;
  const other = row.plan_id === null ? undefined : alarms.ofPlan(row.plan_id);
  if (row.ended_at !== null || other === undefined || other.id === row.id) return { ...writes, row };
  return { ...writes, row: { ...row, state: alarmState.notStarted, ended_at: wall() } };
}
