import type { TFunction } from 'i18next';
import type { AirPreview } from '../../../../contract/entities/tasks/broadcast.ts';
import type { Blocker } from '../../../../contract/entities/tasks/queuedStart.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { blockerNames, timed } from './waitText.ts';

/** A sentence about the effect of the policy of a start for busy terminals, as a locale key with parameters. */
export type OutcomeSentence =
  | { key: 'queue.wouldWait'; behind: readonly Blocker[]; wait_s: number }
  | { key: 'queue.wouldBeRefused' | 'queue.wouldLeaveOut'; behind: readonly Blocker[]; terminals: number };

/** Sentence about the policy of a start; empty: it goes everywhere at once, as its rank says. */
export function outcomeSentences({ outcome }: Pick<AirPreview, 'outcome'>): OutcomeSentence[] {
  if (outcome === null || outcome.busy === 0) return [];
  const { kind, behind, busy: terminals, wait_s } = outcome;
  if (kind === 'waits') return [{ key: 'queue.wouldWait', behind, wait_s }];
  return [{ key: kind === 'refused' ? 'queue.wouldBeRefused' : 'queue.wouldLeaveOut', behind, terminals }];
}

/** Translates a sentence. @param now server time, epoch ms */
export function outcomeText(t: TFunction, one: OutcomeSentence, now: number): string {
  const tasks = blockerNames(t, timed(one.behind, now));
  if (one.key === 'queue.wouldWait') return t(one.key, { tasks, left: durationText(t, one.wait_s * 1000) });
  return t(one.key, { tasks, n: one.terminals });
}
