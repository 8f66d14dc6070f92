import { alarmState } from '../../../contract/codes.ts';
import { type ToldLine, toldLine } from '../../../contract/protocol/relaySite.ts';
import type { RelayLink } from '../../site/relays/relays.types.ts';
import type { Alarms } from '../emergency/machine/alarmsApi.ts';
import type { Journal } from '../journal/journal.ts';
import type { PendingWrites } from '../journal/pendingWrites.ts';
import type { Subject } from '../journal/subject.ts';
import { type AsideDeps, asideOf } from './putAside.ts';
import { readAudit, readTold } from './toldPart.ts';

export interface TakeLinesDeps extends AsideDeps {
  journal: Pick<Journal, 'add' | 'safe'>;
  alarms: Pick<Alarms, 'ofPlan'>;
  /** Adds a run that terminals have played to its proof of delivery. */
  played(run: NonNullable<ToldLine['played']>): void;
  /** Stores the volume that terminals have now. */
  volume(change: NonNullable<ToldLine['volume']>): void;
  /** Tells if a terminal is one of the relay. */
  isHere(terminal: number): boolean;
}

/**
 * Takes lines of the journal of a relay into that of the server, each once. A line that it may not write or that is not
 * valid is put aside, so that it is not told for ever and does not hold up the others.
 *
 * @returns resolves when they outlive this process
 */
export async function takeLines(
  deps: TakeLinesDeps,
  link: Pick<RelayLink, 'id' | 'name' | 'told' | 'ids' | 'putAside'>,
  lines: readonly { seq: number }[],
): Promise<void> {
  const { journal } = deps;
  const subjects = new Set<Subject>();
  for (const line of lines) {
    const { seq } = line;
    if (seq <= link.told || link.ids === null) continue;
    const told = { relay: link.id, seq };
    let subject: Subject = 'site';
    try {
      const { of, part, continued = false, played, volume } = toldLine.parse(line);
      const writes =
        of === null ? readAudit(part) : readTold(of as Subject, part, { ids: link.ids, continued });
      subject = (of ?? 'site') as Subject;
      journal.add(subject, { ...ownRow(deps, writes), told: [told] });
      if (played !== undefined) deps.played(played);
      if (volume !== undefined) deps.volume({ ...volume, terminals: volume.terminals.filter(deps.isHere) });
    } catch (error) {
      const aside = asideOf(deps, link, line, error);
      journal.add(subject, { told: [{ ...told, aside }] });
    }
    link.told = seq;
    subjects.add(subject);
  }
  await Promise.all([...subjects].map((of) => journal.safe(of)));
}

/**
 * A plan has one running alarm at most: that of the relay is over when the server has another one. The row of an alarm
 * that goes on here already is that of the server.
 */
function ownRow(
  { alarms, wall }: TakeLinesDeps,
  { row, ...writes }: Partial<PendingWrites>,
): Partial<PendingWrites> {
  if (row == null) return writes;
  const other = row.plan_id === null ? undefined : alarms.ofPlan(row.plan_id);
  if (other?.id === row.id) return writes;
  if (row.ended_at !== null || other === undefined) return { ...writes, row };
  return { ...writes, row: { ...row, state: alarmState.notStarted, ended_at: wall() } };
}
