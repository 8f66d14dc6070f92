import type { Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Schedule } from '../schedule/schedule.ts';

export interface SavedRunsDeps {
  engine: Pick<Engine, 'all' | 'finish'>;
  schedule: Pick<Schedule, 'index' | 'scheduler'>;
  log: { error(details: object, message: string): void };
}

/** Need of a GPIO task for a scheduled task: its `gpio_code` of the task log, and whether an alarm runs it. */
interface Want {
  gpio_code: string;
  isUrgent: boolean;
}

/**
 * Starts and stops scheduled tasks for GPIO tasks: a task begins with each need that arises, or waits by its policy
 * for busy terminals, and ends with the last one. An alarm does not wait.
 */
export function createSavedRuns({ engine, schedule, log }: SavedRunsDeps) {
  /** GPIO tasks that need a scheduled task, by its id. */
  const wanted = new Map<number, Map<number, Want>>();
  const { meetings } = schedule.scheduler;
  /** Work per scheduled task, one step after the other: a stop may come before a start has finished. */
  const working = new Map<number, Promise<void>>();

  function running(task: number): RunningBroadcast | undefined {
    return [...engine.all()].find((b) => b.row.task_id === task);
  }

  async function settle(id: number, isStart: boolean): Promise<void> {
    const needs = [...(wanted.get(id)?.values() ?? [])];
    const first = needs.find(({ isUrgent }) => isUrgent) ?? needs[0];
    const starter = meetings.starterOf(id);
    const task = schedule.index.tasks.get(id);
    const b = running(id);
    if (first === undefined) {
      if (starter?.gpio_code !== undefined) meetings.recall([id]);
      // A run that the schedule or a person has started is not ended here.
      // Heard at once; a later start must not wait until a database that is away has stored it.
      if (b !== undefined && b.row.gpio_code !== '') engine.finish(b, 'released').catch(() => {});
      return;
    }
    // A task that has played to its end is not started by a need that was there before.
    if (!isStart) return;
    const { gpio_code, isUrgent } = first;
    if (task === undefined || b !== undefined || (starter !== undefined && !isUrgent)) return;
    const by = { accountId: null, code: '', name: gpio_code, gpio_code };
    await meetings.startNow(task, by, isUrgent);
  }

  function changed(id: number, isStart: boolean): void {
    const work = (working.get(id) ?? Promise.resolve())
      .then(() => settle(id, isStart))
      .catch((err) =>
        log.error({ err, task: id }, 'a saved task could not be started or stopped by its input'),
      )
      .finally(() => {
        if (working.get(id) === work) working.delete(id);
      });
    working.set(id, work);
  }

  function keep(task: number, gpioTask: number, want: Want): void {
    const of = wanted.get(task) ?? new Map<number, Want>();
    wanted.set(task, of.set(gpioTask, want));
  }

  return {
    /** Notes a need, and starts the task. */
    want(task: number, gpioTask: number, want: Want): void {
      keep(task, gpioTask, want);
      changed(task, true);
    },
    /** Notes a need for which the task was started already. */
    keep,
    release(task: number, gpioTask: number): void {
      const of = wanted.get(task);
      if (of?.delete(gpioTask) !== true) return;
      if (of.size === 0) wanted.delete(task);
      changed(task, false);
    },
    async close(): Promise<void> {
      await Promise.all(working.values());
    },
  };
}
export type SavedRuns = ReturnType<typeof createSavedRuns>;
