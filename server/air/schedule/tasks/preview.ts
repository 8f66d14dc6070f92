import { audioSource, taskType } from '../../../../contract/codes.ts';
import type {
  Meeting,
  Run,
  SavedTask,
  ScheduledTaskForm,
  TaskPreview,
  TimelineRun,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import { dateOf, dayOf } from '../../../../contract/schedule/calendar.ts';
import { inScope, type Scope } from '../../../platform/live/scope.ts';
import { type SilenceReasonDeps, silenceReason } from '../../../site/faults/silenceReason.ts';
import type { TargetSelection } from '../reach.ts';
import type { TaskRow } from '../schedule.repository.ts';
import type { TaskViews } from '../taskViews.ts';
import { meetings, type OverlapDeps, rivals, type Sounding, soundings } from './overlaps.ts';

const WEEK_MS = 7 * 86_400_000;
/** Maximum conflicts listed for a task. */
const MAX_MEETS = 200;
/** Maximum unreachable terminals that are named; beyond it only their number is given. */
const MAX_NAMED = 1_000;
/** Number of next starts in a preview. */
const NEXT = 10;
const DAY_MS = 86_400_000;
/** Sorting of conflicts: those that the task loses first. */
const order: readonly Meeting['kind'][] = ['preempted_by', 'ducked_by', 'preempts', 'ducks'];

export interface PreviewDeps extends OverlapDeps {
  present: TaskViews;
  now(): number;
}

export function runRowOf(one: Pick<Sounding, 'task' | 'start' | 'end'>): Run {
  const { task } = one;
  return {
    task_id: task.id,
    plan_id: task.plan_id,
    name: task.name,
    task_type: task.audio_source === audioSource.controlTask ? taskType.control : taskType.scheduled,
    audio_source: task.audio_source,
    start: Math.floor(one.start / 1000),
    end: one.end === null ? null : Math.ceil(one.end / 1000),
  };
}

/**
 * Converts a run with its conflicts, as far as a scope sees it.
 * @param zones limits the result to these zones
 */
export function timelineRunOf(
  deps: PreviewDeps,
  scope: Scope,
  one: Sounding,
  meets: readonly Meeting[],
  zones: ReadonlySet<number> | null = null,
): TimelineRun {
  const isIncluded = (org: number | null) =>
    inScope(scope, org) && (zones === null || (org !== null && zones.has(org)));
  const { terminals, org } = one.reached;
  const all = scope.all === true && zones === null;
  return {
    ...runRowOf(one),
    priority: one.task.priority,
    weight: one.rank.weight,
    org: all ? [...org] : org.filter(isIncluded),
    terminals: all ? terminals.length : terminals.filter((terminal) => isIncluded(terminal.org)).length,
    meets: meets.filter((meeting) => isSeen(deps, scope, meeting.task_id)).slice(0, MAX_MEETS),
  };
}

function isSeen({ index, present }: PreviewDeps, scope: Scope, id: number): boolean {
  const task = index.tasks.get(id);
  return task === undefined || present.seesTask(scope, task);
}

/**
 * Conflicts of a task within the next seven days, grouped by the other task: lost ones first, then the most
 * frequent.
 */
export function meetsOfWeek(deps: PreviewDeps, scope: Scope, task: TaskRow): SavedTask['meets'] {
  const now = deps.now();
  const own = soundings(deps, [task], now, now + WEEK_MS);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return [];
  const until = Math.max(...own.map((one) => one.until));
  const all = [...rivals(deps, task, first.start, until), ...own].sort((a, b) => a.start - b.start);
  const mine = new Set(own);
  const found = new Map<string, SavedTask['meets'][number]>();
  for (const list of meetings(all, (one) => mine.has(one)).values())
    for (const meeting of list) {
      if (!isSeen(deps, scope, meeting.task_id)) continue;
      const key = `${meeting.kind} ${meeting.task_id}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...meeting, runs: 1 });
      else known.runs++;
    }
  return [...found.values()]
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.runs - a.runs)
    .slice(0, MAX_MEETS);
}

/** Terminals of a task within a scope, and those that would not be heard now. */
export function reachedBy(
  deps: Pick<PreviewDeps, 'index'> & SilenceReasonDeps,
  scope: Scope,
  task: TargetSelection,
): Pick<TaskPreview, 'targets' | `unreachable${'' | '_count' | '_behind'}`> {
  const reached = deps.index.reaches.recent.seen(task, scope);
  const unreachable: TaskPreview['unreachable'] = [];
  let unreachable_count = 0;
  let unreachable_behind = 0;
  for (const { id: terminal_id, code, org, row } of reached) {
    const reason = silenceReason(deps, terminal_id);
    if (reason === 'behind_relay') unreachable_behind++;
    if (reason !== null && ++unreachable_count <= MAX_NAMED)
      unreachable.push({ terminal_id, code, name: row.name, org, reason });
  }
  return { targets: reached.length, unreachable_count, unreachable_behind, unreachable };
}

/** Task as it would be stored: `held` is the saved task that it replaces. */
export function taskAsStored(form: ScheduledTaskForm, held: TaskRow | undefined): TaskRow {
  return {
    created_by: null,
    created_by_name: '',
    created_at: 0,
    delay: null,
    rev: 0,
    ...held,
    ...form,
    id: held?.id ?? 0,
    active_since: 0,
  };
}

/**
 * Dry run of a task on a day: its runs and their conflicts, and the terminals that cannot be reached now.
 * @param id saved task that it replaces; null: a new one
 * @param date null: the day of its next run
 */
export function preview(
  deps: PreviewDeps & SilenceReasonDeps,
  scope: Scope,
  form: ScheduledTaskForm,
  id: number | null,
  date: string | null,
): TaskPreview {
  const { index } = deps;
  const held = id === null ? undefined : index.tasks.get(id);
  const task = taskAsStored(form, held);
  const now = deps.now();
  const next = index.recurrence.next({ ...task, enabled: true }, now, NEXT);
  const enabledTask = { ...task, enabled: true };
  const day = date === null ? (next[0]?.day ?? null) : dayOf(date);
  const runs = day === null ? [] : runsOfDay(deps, scope, enabledTask, day);
  return {
    date: day === null ? null : dateOf(day),
    runs,
    next: next.map((run) => Math.floor(run.due / 1000)),
    ...reachedBy(deps, scope, enabledTask),
    run_ms: index.lengthOf(enabledTask, null),
  };
}

function runsOfDay(deps: PreviewDeps, scope: Scope, task: TaskRow, day: number): TimelineRun[] {
  const { index } = deps;
  const from = index.recurrence.zone.instantOf(day, 0) - DAY_MS;
  const own = soundings(deps, [task], from, from + 3 * DAY_MS).filter((one) => one.run.day === day);
  if (own.length === 0) return [];
  const until = Math.max(...own.map((one) => one.until));
  const start = Math.min(...own.map((one) => one.start));
  const all = [...rivals(deps, task, start, until), ...own].sort((a, b) => a.start - b.start);
  const mine = new Set(own);
  const found = meetings(all, (one) => mine.has(one));
  return own.map((one) => timelineRunOf(deps, scope, one, found.get(one) ?? []));
}
