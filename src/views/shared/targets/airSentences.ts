import type { AirPreview, TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import { type OutcomeSentence, outcomeSentences } from '../queue/outcomeSentences.ts';

type Others = AirPreview['preempts'];

/**
 * A sentence of a dry run as a locale key with parameters, computed from facts alone.
 * tests/views/tasks/airTable.ts states for each when it is true.
 */
export type AirSentence =
  | { key: 'task.wouldSound'; sounding: number; targets: number }
  | { key: 'task.wouldBeSent'; terminals: number }
  | { key: 'task.wouldWaitFor'; loudspeakers: number; most: number }
  | { key: 'task.wouldLast'; ms: number }
  | { key: OthersKey; others: Others }
  | UnreachableSentence
  | OutcomeSentence;
type OthersKey = 'task.wouldPreempt' | 'task.wouldDuck' | 'task.wouldBeDucked' | 'task.wouldWait';

const ofOthers = (key: OthersKey, others: Others): AirSentence[] =>
  others.length > 0 ? [{ key, others }] : [];

/** Numbers of terminals that would not be heard, and of those behind a lost relay, of which nothing is known. */
export interface UnreachableSentence {
  key: 'task.cannotReach';
  terminals: number;
  behindRelay: number;
}

/** The sentence of the terminals that a dry run does not reach; none if it reaches all. */
export function unreachableSentences({
  unreachable_count,
  unreachable_behind,
}: Pick<AirPreview, 'unreachable_count' | 'unreachable_behind'>): UnreachableSentence[] {
  if (unreachable_count === 0) return [];
  const terminals = unreachable_count - unreachable_behind;
  return [{ key: 'task.cannotReach', terminals, behindRelay: unreachable_behind }];
}

/** Sentences of the dry run of a broadcast, in display order. */
export function airSentences(run: TaskDryRun): AirSentence[] {
  const { sounding, sent, targets, total_ms, start_wait } = run;
  return [
    { key: 'task.wouldSound', sounding, targets },
    ...(sent === 0 ? [] : [{ key: 'task.wouldBeSent' as const, terminals: sent }]),
    ...(start_wait === null
      ? []
      : [
          {
            key: 'task.wouldWaitFor' as const,
            loudspeakers: start_wait.loudspeakers,
            most: start_wait.most_s,
          },
        ]),
    ...(total_ms === null ? [] : [{ key: 'task.wouldLast' as const, ms: total_ms }]),
    ...outcomeSentences(run),
    ...ofOthers('task.wouldPreempt', run.preempts),
    ...ofOthers('task.wouldDuck', run.ducks),
    ...ofOthers('task.wouldBeDucked', run.ducked),
    ...ofOthers('task.wouldWait', run.waits),
    ...unreachableSentences(run),
  ];
}

/** Locale key of the reason why a terminal would not be heard. */
export const unreachableKey = (one: AirPreview['unreachable'][number]) =>
  `task.unreachable.${one.reason}` as const;
