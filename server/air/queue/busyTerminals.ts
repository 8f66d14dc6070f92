import type { MixClass, Rank } from '../../../contract/protocol/arbitration.ts';
import type { Engine } from '../engine/engineApi.ts';
import { isSpeechTask } from '../engine/rank.ts';

/**
 * Finds the broadcast with which a terminal is busy for a new start: one that outranks it, or speech of any rank, which
 * would be cut off. Programme that would be lowered under speech (voice mix) finds the terminal free. Null: free.
 */
export function busyWith(
  engine: Pick<Engine, 'claims' | 'get'>,
  rank: Rank,
  part: MixClass,
  terminal: number,
): number | null {
  const [holder] = engine.claims.heard(terminal);
  const b = holder === undefined ? undefined : engine.get(holder);
  if (b === undefined) return null;
  const effects = engine.claims.preview(rank, part, terminal);
  if (effects.some(({ kind }) => kind === 'ducked')) return null;
  return effects.some(({ kind }) => kind === 'waits') || isSpeechTask(b.row) ? b.id : null;
}
