import type { AirPreview, TaskDryRun } from '../../../contract/entities/broadcast.ts';

type Others = AirPreview['preempts'];

/** Sentences of a dry run, by facts alone: a locale key with its parameters. tests/views/tasks/airTable.ts says when each is true. */
export type AirSentence =
  | { key: 'task.wouldSound'; sounding: number; targets: number }
  | { key: 'task.wouldLast'; ms: number }
  | { key: OthersKey; others: Others }
  | { key: 'task.cannotReach'; terminals: number };
type OthersKey = 'task.wouldPreempt' | 'task.wouldDuck' | 'task.wouldBeDucked' | 'task.wouldWait';

const ofOthers = (key: OthersKey, others: Others): AirSentence[] =>
  others.length > 0 ? [{ key, others }] : [];

/** The sentences of the dry run of a broadcast, in the order in which they are drawn. */
export function airSentences(run: TaskDryRun): AirSentence[] {
  const { sounding, targets, total_ms, unreachable_count } = run;
  return [
    { key: 'task.wouldSound', sounding, targets },
    ...(total_ms === null ? [] : [{ key: 'task.wouldLast' as const, ms: total_ms }]),
    ...ofOthers('task.wouldPreempt', run.preempts),
    ...ofOthers('task.wouldDuck', run.ducks),
    ...ofOthers('task.wouldBeDucked', run.ducked),
    ...ofOthers('task.wouldWait', run.waits),
    ...(unreachable_count === 0 ? [] : [{ key: 'task.cannotReach' as const, terminals: unreachable_count }]),
  ];
}

/** Why a terminal that is named would not be heard. */
export const unreachableKey = (one: AirPreview['unreachable'][number]) =>
  `task.unreachable.${one.reason}` as const;
