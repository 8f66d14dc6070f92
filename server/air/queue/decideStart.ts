import { busyPolicy } from '../../../contract/codes.ts';
import type { Rank } from '../../../contract/protocol/arbitration.ts';
import type { Engine } from '../engine/engineApi.ts';
import { busyWith } from './busyTerminals.ts';
import type { LeftOut, Queued } from './queue.types.ts';
import type { WaitingLine } from './waitingLine.ts';

export interface DecideDeps {
  engine: Pick<Engine, 'claims' | 'get'>;
  line: Pick<WaitingLine<Queued>, 'claimant'>;
  /** Wall time, epoch ms. */
  now(): number;
}

/**
 * Rank that an entry would have if it began now. Of two starts of the same weight the earlier one goes before, so
 * neither the time at which the entry began to wait counts nor the id that it got then.
 */
export const rankAt = ({ rank }: Pick<Queued, 'rank'>, now: number): Rank => ({
  ...rank,
  started_at: Math.floor(now / 1000),
  id: Number.MAX_SAFE_INTEGER,
});

/** Finds the busy terminals of an attempt, and what they are busy with. */
function busyOf({ engine, line, now }: DecideDeps, one: Queued): LeftOut[] {
  const rank = rankAt(one, now());
  return one.request.terminals.flatMap((terminal) => {
    const claimant = line.claimant(terminal.id, one.weight);
    if (claimant !== undefined) return { terminal, by: { id: claimant.id, name: claimant.request.name } };
    const by = busyWith(engine, rank, one.part, terminal.id);
    return by === null ? [] : { terminal, by: { id: by, name: engine.get(by)?.row.name ?? '' } };
  });
}

/** Decides about an attempt by its policy; `busy` has the terminals that it leaves out if it goes. */
export function decideStart(
  deps: DecideDeps,
  one: Queued,
): { kind: 'goes' | 'waits' | 'refused'; busy: LeftOut[] } {
  const { busy_policy: policy, terminals } = one.request;
  const busy = busyOf(deps, one);
  if (busy.length === 0) return { kind: 'goes', busy };
  if (policy === busyPolicy.wait) return { kind: 'waits', busy };
  const isRefused = policy === busyPolicy.refuse || busy.length === terminals.length;
  return { kind: isRefused ? 'refused' : 'goes', busy };
}
