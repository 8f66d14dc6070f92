import type { z } from 'zod';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type {
  Run,
  runQuery,
  Timeline,
  TimelineRun,
  timelineQuery,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { type Zones, zoneIn } from '../../../site/zones/zones.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { TaskRow } from '../schedule.repository.ts';
import { manyMeetings, manySoundings, neighbours } from './overlaps.ts';
import { type PreviewDeps, runRowOf, timelineRunOf } from './preview.ts';

/** Maximum days of a timeline, and maximum runs of a response. */
const MAX_DAYS = 35;
const MAX_RUNS = 20_000;
const DAY_S = 86_400;

/** Creates timelines: the planned runs of a period, in the future or past. */
export function createTimelines(deps: PreviewDeps & { zones: Zones }) {
  const { index, present, zones } = deps;
  const seen = (by: By) =>
    [...index.tasks.values()].filter((task) => present.seesTask(by.caller.scope, task));

  function nextOf(task: TaskRow, from: number, limit: number): Run[] {
    return index.recurrence.next(task, from, limit).map((run) => {
      const length = index.lengthOf(task, run);
      return runRowOf({ task, start: run.due, end: length === null ? null : run.due + length });
    });
  }

  return {
    /**
     * Returns the runs of a period, which are generated as they are read.
     * @throws AppError 404 for a zone that is not the caller's, 999 for too long a range
     */
    async timeline(
      by: By,
      query: z.output<typeof timelineQuery>,
    ): Promise<Omit<Timeline, 'runs'> & { runs: Iterable<TimelineRun> }> {
      if (query.to - query.from > MAX_DAYS * DAY_S || query.to < query.from)
        throw new AppError(errorCode.refused, 'schedule.rangeTooLong', { days: MAX_DAYS });
      const { scope } = by.caller;
      const zoneIds = query.org === undefined ? null : zones.subtree([zoneIn(zones, scope, query.org).id]);
      const wanted = new Set(
        seen(by).filter(
          (task) =>
            (query.plan_id === undefined || task.plan_id === query.plan_id) &&
            (zoneIds === null ||
              index.reaches.recent.of(task).org.some((id) => zoneIds.has(id) && inScope(scope, id))),
        ),
      );
      const all = await manySoundings(deps, neighbours(deps, wanted), query.from * 1000, query.to * 1000);
      const runs = all.filter((one) => wanted.has(one.task));
      const shown = new Set(runs.slice(0, MAX_RUNS));
      const found = await manyMeetings(all, (one) => shown.has(one));
      return {
        time_zone: index.recurrence.zone.name,
        runs: (function* () {
          for (const one of shown) yield timelineRunOf(deps, scope, one, found.get(one) ?? [], zoneIds);
        })(),
        truncated: runs.length > MAX_RUNS,
      };
    },
    /** Next runs of one task. */
    runsOf(task: TaskRow, { from, limit }: z.output<typeof runQuery>): Run[] {
      return nextOf(task, from === undefined ? deps.now() : from * 1000, limit);
    },
    /** Next runs of all tasks that the caller sees, earliest first. */
    next(by: By, { from, limit }: z.output<typeof runQuery>): Run[] {
      const start = from === undefined ? deps.now() : from * 1000;
      const first = seen(by)
        .flatMap((task) => {
          const run = from === undefined ? index.next(task, start) : index.recurrence.next(task, start, 1)[0];
          return run ? [{ task, due: run.due }] : [];
        })
        .sort((a, b) => a.due - b.due)
        .slice(0, limit);
      return first
        .flatMap(({ task }) => nextOf(task, start, limit))
        .sort((a, b) => a.start - b.start || a.task_id - b.task_id)
        .slice(0, limit);
    },
  };
}
export type Timelines = ReturnType<typeof createTimelines>;
