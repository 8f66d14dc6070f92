import type { Meeting, TaskPreview } from '../../../../../contract/entities/tasks/scheduledTask.ts';
import { type UnreachableSentence, unreachableSentences } from '../../../shared/targets/airSentences.ts';

/**
 * A sentence of the preview of a saved task as a locale key with parameters, computed from facts alone; `runs`
 * are times without words. tests/views/schedule/previewTable.ts states for each when it is true.
 */
export type PreviewSentence =
  | { key: 'schedule.noRuns' }
  | { key: 'schedule.noRunsOn'; date: string }
  | { key: 'runs'; date: string; runs: TaskPreview['runs'] }
  | { key: 'task.wouldLast'; ms: number }
  | { key: 'schedule.wouldReach'; heard: number; targets: number }
  | { key: MeetingKey; others: Meeting[] }
  | UnreachableSentence
  | { key: 'schedule.nextAre'; times: number[] };
type MeetingKey = 'task.wouldPreempt' | 'task.wouldDuck' | 'task.wouldBeDucked' | 'schedule.wouldLose';

/** Number of next starts listed. */
const shownNext = 3;

/** Other tasks that the runs of a day meet, by kind; each once, with the terminals of its worst conflict. */
function meetingsOf(runs: TaskPreview['runs'], kind: Meeting['kind']): Meeting[] {
  const worst = new Map<number, Meeting>();
  for (const meeting of runs.flatMap((run) => run.meets)) {
    if (meeting.kind !== kind) continue;
    const known = worst.get(meeting.task_id);
    if (known === undefined || known.terminals < meeting.terminals) worst.set(meeting.task_id, meeting);
  }
  return [...worst.values()].sort((a, b) => b.terminals - a.terminals);
}

function timeSentences({ date, runs, run_ms }: TaskPreview): PreviewSentence[] {
  if (date === null) return [{ key: 'schedule.noRuns' }];
  if (runs.length === 0) return [{ key: 'schedule.noRunsOn', date }];
  return [
    { key: 'runs', date, runs },
    ...(run_ms === null ? [] : [{ key: 'task.wouldLast' as const, ms: run_ms }]),
  ];
}

/** Sentences of the preview of a saved task on a day, in display order. */
export function previewSentences(run: TaskPreview): PreviewSentence[] {
  const { targets, unreachable_count, next } = run;
  const meets = (key: MeetingKey, kind: Meeting['kind']): PreviewSentence[] => {
    const others = meetingsOf(run.runs, kind);
    return others.length > 0 ? [{ key, others }] : [];
  };
  return [
    ...timeSentences(run),
    { key: 'schedule.wouldReach', heard: targets - unreachable_count, targets },
    ...meets('task.wouldPreempt', 'preempts'),
    ...meets('task.wouldDuck', 'ducks'),
    ...meets('task.wouldBeDucked', 'ducked_by'),
    ...meets('schedule.wouldLose', 'preempted_by'),
    ...unreachableSentences(run),
    ...(next.length === 0 ? [] : [{ key: 'schedule.nextAre' as const, times: next.slice(0, shownNext) }]),
  ];
}
