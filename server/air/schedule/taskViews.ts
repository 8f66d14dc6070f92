import { audioSource, playStatus, taskType } from '../../../contract/codes.ts';
import type { OfflineCopies } from '../../../contract/entities/tasks/offlineStorage.ts';
import type { Plan } from '../../../contract/entities/tasks/plan.ts';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import { delayMsOn } from '../../../contract/schedule/recurrence.ts';
import { validityOf } from '../../../contract/schedule/validity.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { Engine } from '../engine/engineApi.ts';
import { shownState } from '../engine/playbackRules.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { PlanRow, TaskRow } from './schedule.repository.ts';
import type { ScheduleIndex } from './scheduleIndex.ts';

export interface TaskViewsDeps {
  index: ScheduleIndex;
  engine: Pick<Engine, 'all' | 'claims'>;
  /** Tasks whose last run a person stopped, until they play again (shown as "manual stop"). */
  stopped: ReadonlySet<number>;
  kept: KeptSource;
  /** Wall time, ms. */
  now(): number;
}

/** Number of terminals that hold a task for offline playback; null: it is not kept. */
export interface KeptSource {
  at(task: TaskRow): OfflineCopies | null;
}

/** Creates the views of plans and tasks: adds everything that depends on clock, broadcasts and terminals. */
export function createTaskViews({ index, engine, stopped, kept, now }: TaskViewsDeps) {
  /** Running broadcast of each saved task. */
  function running(): Map<number, RunningBroadcast> {
    const found = new Map<number, RunningBroadcast>();
    for (const b of engine.all()) if (b.row.task_id !== null) found.set(b.row.task_id, b);
    return found;
  }

  const today = () => index.recurrence.zone.dayAt(now());
  const isSeen = (scope: Scope, org: readonly number[]) =>
    scope.all === true || org.some((id) => inScope(scope, id));
  const isWhole = (scope: Scope, org: readonly number[]) =>
    scope.all === true || org.every((id) => inScope(scope, id));
  const orgOf = (task: TaskRow) => index.reaches.recent.of(task).org;
  const nextOf = (task: TaskRow) => {
    const run = index.next(task, now());
    return run === null ? null : Math.floor(run.due / 1000);
  };

  function stateOf(b: RunningBroadcast | undefined): ScheduledTask['state'] {
    return b === undefined ? null : shownState(b.paused, engine.claims.heardCount(b.id));
  }

  /** Key that changes when anything derived from clock, broadcasts, the plan or the task itself changes. */
  function keyOf(task: TaskRow, b: RunningBroadcast | undefined, day: number): string {
    const plan = index.planOf(task)?.rev ?? '';
    const on = b === undefined ? stopped.has(task.id) : `${b.id} ${b.status} ${stateOf(b)}`;
    const held = kept.at(task);
    return `${task.rev} ${plan} ${day} ${nextOf(task)} ${on} ${held?.synced}/${held?.total}`;
  }

  /** Derived fields that lists can search and sort by. */
  function derived(task: TaskRow, b: RunningBroadcast | undefined, day: number) {
    return { validity: validityOf(task, index.planOf(task), day, b !== undefined), next_run: nextOf(task) };
  }

  /** Fields of a task in lists, including the derived ones. */
  function brief(task: TaskRow, b: RunningBroadcast | undefined, day: number) {
    const plan = index.planOf(task);
    return {
      id: task.id,
      name: task.name,
      plan_id: task.plan_id,
      plan_name: plan?.name ?? null,
      enabled: task.enabled,
      task_type:
        task.audio_source === audioSource.controlTask ? taskType.control : (taskType.scheduled as 0 | 10),
      audio_source: task.audio_source,
      start_date: task.start_date,
      end_date: task.end_date,
      start_time: task.start_time,
      end_time: task.end_time,
      schedule_day: task.schedule_day,
      weekday_flags: task.weekday_flags,
      day_types: task.day_types,
      day_type_names: (plan?.day_types ?? []).flatMap(({ id, name }) =>
        task.day_types.includes(id) ? name : [],
      ),
      priority: task.priority,
      volume: task.volume,
      busy_policy: task.busy_policy,
      wait_s: task.wait_s,
      retries: task.retries,
      retry_s: task.retry_s,
      offline_tasks: task.offline_tasks,
      org: [...orgOf(task)],
      run_ms: index.lengthOf(task, null),
      ...derived(task, b, day),
      delay_s: delayMsOn(task, day) / 1000 || null,
      broadcast_id: b?.id ?? null,
      state: stateOf(b),
      play_status: b?.status ?? (stopped.has(task.id) ? playStatus.manualStop : playStatus.free),
      kept: kept.at(task),
      rev: task.rev,
    };
  }

  function taskRow(scope: Scope, task: TaskRow, b = running().get(task.id), day = today()): ScheduledTask {
    const { active_since: _since, created_by: _by, delay: _delay, ...stored } = task;
    const sees = (id: number) => inScope(scope, id);
    const { terminals } = index.reaches.recent.of(task);
    const own = index.reaches.recent.seen(task, scope);
    const org = orgOf(task);
    const hidden = new Set(own.length === terminals.length ? [] : terminals.map(({ id }) => id));
    for (const { id } of own) hidden.delete(id);
    return {
      ...stored,
      ...brief(task, b, day),
      devices: task.devices.filter((id) => !hidden.has(id)),
      orgs: scope.all === true ? task.orgs : task.orgs.filter(sees),
      org: scope.all === true ? [...org] : org.filter(sees),
      whole: isWhole(scope, org),
      targets: own.length,
    };
  }

  /** Zones that the tasks of a plan reach; null: the plan has no tasks, and is visible to all. */
  function orgOfPlan({ id }: PlanRow): number[] | null {
    const tasks = index.tasksOf(id);
    if (tasks.length === 0) return null;
    const org = new Set<number>();
    for (const task of tasks) for (const id of orgOf(task)) org.add(id);
    return [...org];
  }

  function planRow(scope: Scope, plan: PlanRow, on = running(), day = today()): Plan {
    const tasks = index.tasksOf(plan.id);
    const org = orgOfPlan(plan);
    const seen = tasks.filter((task) => isSeen(scope, orgOf(task)));
    const starts = seen.flatMap((task) => nextOf(task) ?? []);
    const playing = tasks.some((task) => on.has(task.id));
    return {
      ...plan,
      org: org === null || scope.all === true ? org : org.filter((id) => inScope(scope, id)),
      tasks: seen.map((task) => task.id),
      whole: tasks.every((task) => isWhole(scope, orgOf(task))),
      validity: validityOf(plan, null, day, playing),
      next_run: starts.length === 0 ? null : Math.min(...starts),
    };
  }

  return {
    running,
    today,
    keyOf,
    derived,
    brief,
    taskRow,
    planRow,
    seesTask: (scope: Scope, task: TaskRow) => scope.all === true || isSeen(scope, orgOf(task)),
    ownsTask: (scope: Scope, task: TaskRow) => scope.all === true || isWhole(scope, orgOf(task)),
    orgOfPlan,
    /** A plan without tasks is visible to all. */
    seesPlan(scope: Scope, plan: PlanRow) {
      const tasks = index.tasksOf(plan.id);
      return scope.all === true || tasks.length === 0 || tasks.some((task) => isSeen(scope, orgOf(task)));
    },
    ownsPlan: (scope: Scope, plan: PlanRow) =>
      index.tasksOf(plan.id).every((task) => isWhole(scope, orgOf(task))),
  };
}
export type TaskViews = ReturnType<typeof createTaskViews>;
