import type { Meeting } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { NotHeard } from '../../../contract/fieldCodes.ts';

/** Effects of a run on another task at a terminal. */
export interface Clash {
  other: number;
  kind: Meeting['kind'];
}

/** Simulated day of a task: its runs with what happens at each terminal, and all its starts from then on. */
export interface Day {
  /** Null: the task has no run within a year. */
  date: string | null;
  runs: readonly { start: number; end: number | null; at: ReadonlyMap<number, readonly Clash[]> }[];
  starts: readonly number[];
  terminals: readonly { id: number; reason: NotHeard | null }[];
  /** Length of a run, ms; null: unknown or endless. */
  run_ms: number | null;
}

/** The day, the parameters of a sentence, and the task that it names. */
export interface PreviewFacts {
  day: Day;
  params: Record<string, unknown>;
  other?: { id: number; terminals: number };
}
type When = (facts: PreviewFacts) => boolean;

/** The named task clashes so at this many terminals in the worst run, and at no more in any. */
const clashes =
  (kind: Meeting['kind']): When =>
  ({ day, other }) => {
    const counts = day.runs.map(
      ({ at }) =>
        [...at.values()].filter((list) => list.some((one) => one.other === other?.id && one.kind === kind))
          .length,
    );
    return other !== undefined && other.terminals > 0 && Math.max(...counts) === other.terminals;
  };

/** Conditions under which each sentence of the preview of a saved task is true. */
export const previewTable: Record<string, When> = {
  'schedule.noRuns': ({ day }) => day.starts.length === 0,
  'schedule.noRunsOn': ({ day, params }) => day.runs.length === 0 && params.date === day.date,
  runs: ({ day, params }) =>
    params.date === day.date &&
    JSON.stringify((params.runs as Day['runs']).map(({ start, end }) => [start, end])) ===
      JSON.stringify(day.runs.map(({ start, end }) => [start, end])),
  'task.wouldLast': ({ day, params }) => day.runs.length > 0 && params.ms === day.run_ms,
  'schedule.wouldReach': ({ day: { terminals }, params }) =>
    params.targets === terminals.length &&
    params.heard === terminals.filter(({ reason }) => reason === null).length,
  'task.wouldPreempt': clashes('preempts'),
  'task.wouldDuck': clashes('ducks'),
  'task.wouldBeDucked': clashes('ducked_by'),
  'schedule.wouldLose': clashes('preempted_by'),
  'task.cannotReach': ({ day: { terminals }, params }) => {
    const behind = terminals.filter(({ reason }) => reason === 'behind_relay').length;
    const all = terminals.filter(({ reason }) => reason !== null).length;
    return params.behindRelay === behind && params.terminals === all - behind;
  },
  'schedule.nextAre': ({ day, params }) => {
    const times = params.times as number[];
    return times.length > 0 && times.length <= 3 && times.every((at, i) => at === day.starts[i]);
  },
};
