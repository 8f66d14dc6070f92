import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { DelayBody, DelayPreview, DelayQuery } from '../../../../contract/entities/tasks/taskDelay.ts';
import { dateOf } from '../../../../contract/schedule/calendar.ts';
import { type DueRun, delayMsOn } from '../../../../contract/schedule/recurrence.ts';
import type { Db } from '../../../platform/db/client.ts';
import { type Zones, zoneIn } from '../../../site/zones/zones.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { TaskRow } from '../schedule.repository.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';
import type { TaskViews } from '../taskViews.ts';
import type { TaskService } from './task.service.ts';

export interface DelayDeps {
  db: Db;
  index: ScheduleIndex;
  present: TaskViews;
  tasks: TaskService;
  zones: Zones;
  /** Wall time, ms. */
  now(): number;
}

/** A run that begins sooner than this is not moved: its sound may already be on its way, ms. */
const SOON_MS = 3_000;

interface Remaining {
  task: TaskRow;
  run: DueRun;
}

/** Creates the service that delays the remaining runs of today (contract/entities/tasks/taskDelay.ts). */
export function createDelays({ db, index, present, tasks, zones, now }: DelayDeps) {
  /** Run of today of a task that is not due yet. */
  function remaining(task: TaskRow): Remaining[] {
    const { recurrence } = index;
    const day = recurrence.zone.dayAt(now());
    if (!recurrence.runsOn(task, day)) return [];
    const run = recurrence.next(task, now() + SOON_MS, 1)[0];
    return run !== undefined && run.day === day ? [{ task, run }] : [];
  }

  /** Start of a run with another delay, ms; null: it is over. */
  function movedTo({ task, run }: Remaining, delayMs: number): number | null {
    const due = run.due - delayMsOn(task, run.day) + delayMs;
    return due > now() + SOON_MS ? due : null;
  }

  return {
    /** Lists the remaining runs of today with their start after a delay. @throws AppError 404 for an unknown zone */
    preview(by: By, { minutes, org }: DelayQuery): DelayPreview {
      const { scope } = by.caller;
      const wanted = org === null ? null : zones.subtree([zoneIn(zones, scope, org).id]);
      const today = index.recurrence.zone.dayAt(now());
      const runs: DelayPreview['runs'] = [];
      const partly: DelayPreview['partly'] = [];
      for (const task of tasks.visible(by)) {
        const reached = index.reaches.recent.of(task).org;
        if (wanted !== null && !reached.some((id) => wanted.has(id))) continue;
        const [one] = remaining(task);
        if (one === undefined) continue;
        const isInside = wanted === null || reached.every((id) => wanted.has(id));
        if (!isInside || !present.ownsTask(scope, task)) {
          partly.push({ task_id: task.id, name: task.name });
          continue;
        }
        const to = movedTo(one, minutes * 60_000);
        if (to === one.run.due) continue;
        runs.push({
          task_id: task.id,
          plan_id: task.plan_id,
          name: task.name,
          from: Math.floor(one.run.due / 1000),
          to: to === null ? null : Math.floor(to / 1000),
        });
      }
      runs.sort((a, b) => a.from - b.from || a.task_id - b.task_id);
      return { date: dateOf(today), runs, partly };
    },
    /**
     * Delays runs of today in one transaction. Tasks whose run has begun meanwhile stay as they are.
     * @throws AppError 409 when the day is over, 404, 403 for a task that is not the caller's
     */
    async delay(by: By, { minutes, date, ids }: DelayBody): Promise<number> {
      const today = dateOf(index.recurrence.zone.dayAt(now()));
      if (date !== today) throw new AppError(errorCode.conflict, 'schedule.dayOver');
      const delay = minutes === 0 ? null : { date, delay_s: minutes * 60 };
      const moved = ids.map((id) => tasks.own(by, id)).filter((task) => remaining(task).length > 0);
      await db.transaction(async (tx) => {
        for (const task of moved) await tasks.writes.change(by, task, { delay }, tx);
      });
      await tasks.written(moved.map((task) => task.id));
      return moved.length;
    },
  };
}
export type Delays = ReturnType<typeof createDelays>;
