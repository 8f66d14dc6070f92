import { scheduleDay } from '../codes.ts';
import type { PlanForm, Term } from '../entities/tasks/plan.ts';
import type { ScheduledTaskForm } from '../entities/tasks/scheduledTask.ts';
import { dateOf, dayOf, secondOf, weekdayOf } from './calendar.ts';
import type { Zone } from './zone.ts';

/** Fields of a task that determine its runs. */
export interface RecurringTask
  extends Pick<
    ScheduledTaskForm,
    | 'plan_id'
    | 'enabled'
    | 'start_date'
    | 'end_date'
    | 'start_time'
    | 'end_time'
    | 'schedule_day'
    | 'weekday_flags'
    | 'advancePlayTime'
  > {
  /** Delay of its run of one day; absent or null: none. */
  delay?: TaskDelay | null;
  /** Day types of its plan on whose days it runs; absent or empty: it runs on its weekdays. */
  day_types?: readonly number[];
}

/** Delay of the run of one day, with its end time; less than a day, so that runs keep their order. */
export interface TaskDelay {
  date: string;
  delay_s: number;
}

/** Fields of a plan that determine the runs of its tasks. */
export interface RecurringPlan extends Pick<PlanForm, 'enabled' | 'start_date' | 'end_date' | 'exceptions'> {
  id: number;
  /** Absent: every week. */
  every_weeks?: number;
  /** Absent: none. */
  day_types?: PlanForm['day_types'];
  /** Absent or empty: all its dates. */
  terms?: readonly Term[];
}

/** Tells whether the week of a day is one of those of a plan: every `everyWeeks`-th from that of its first day. */
export function isInWeeks(firstDay: number, everyWeeks: number, day: number): boolean {
  // Day 0 is a Thursday: weeks begin on Monday.
  const weekOf = (one: number) => Math.floor((one + 3) / 7);
  return (weekOf(day) - weekOf(firstDay)) % everyWeeks === 0;
}

/** One run. `due`: its start minus the advance start time; `until`: its end time, if it has one; ms. */
export interface DueRun {
  due: number;
  until: number | null;
  /** Day number of its start time. */
  day: number;
}

/** Delay of the run of a day, ms. */
export function delayMsOn({ delay }: Pick<RecurringTask, 'delay'>, day: number): number {
  return delay != null && dayOf(delay.date) === day ? delay.delay_s * 1000 : 0;
}

/** Search range for the next run, days: covers annual plans; a 29 February may lie beyond it. */
const HORIZON_DAYS = 366;
const LAST_DAY = Number.MAX_SAFE_INTEGER;

/** Computes the runs of tasks, on the server and in the console's timeline. Tasks passed to it must not change. */
export interface Recurrence {
  readonly zone: Zone;
  /** Runs that are due from `from` (included) to `to` (not included), in their order; ms. */
  between(task: RecurringTask, from: number, to: number): DueRun[];
  /** Next runs that are due at `from` or later, at most `limit`, within a year of it (or of the first date). */
  next(task: RecurringTask, from: number, limit: number): DueRun[];
  /** Tells whether a task runs on a local day. */
  runsOn(task: RecurringTask, day: number): boolean;
}

/** Tells whether a plan runs on a date: it lies within one of its terms, or the plan has none. */
export function isInTerms(terms: readonly Term[], date: string): boolean {
  return terms.length === 0 || terms.some((one) => date >= one.start_date && date <= one.end_date);
}

/** Weekday and day type of a day whose tasks of a plan run. */
interface PlanDay {
  weekday: number;
  dayType: number | null;
}

interface Dates {
  first: number;
  last: number;
}

function datesOf(start: string, end: string | null): Dates {
  return { first: dayOf(start), last: end === null ? LAST_DAY : dayOf(end) };
}

const isWithin = ({ first, last }: Dates, day: number) => day >= first && day <= last;

/** A plan with its dates as numbers. */
class Plan {
  readonly id: number;
  readonly enabled: boolean;
  readonly dates: Dates;
  readonly #everyWeeks: number;
  readonly #exceptions: (RecurringPlan['exceptions'][number] & { dates: Dates })[];
  readonly #dayTypes: PlanForm['day_types'];
  readonly #terms: readonly Term[];

  constructor(plan: RecurringPlan) {
    this.id = plan.id;
    this.enabled = plan.enabled;
    this.dates = datesOf(plan.start_date, plan.end_date);
    this.#everyWeeks = plan.every_weeks ?? 1;
    this.#dayTypes = plan.day_types ?? [];
    this.#terms = plan.terms ?? [];
    this.#exceptions = plan.exceptions.map((one) => ({
      ...one,
      dates: datesOf(one.start_date, one.end_date),
    }));
  }

  holds(day: number): boolean {
    const isInDates = isWithin(this.dates, day) && isInTerms(this.#terms, dateOf(day));
    return this.enabled && isInDates && isInWeeks(this.dates.first, this.#everyWeeks, day);
  }
  /** A weekday with its day type. */
  usual(weekday: number): PlanDay {
    return { weekday, dayType: this.#dayTypes.find((one) => one.weekdays.includes(weekday))?.id ?? null };
  }
  exception(day: number) {
    return this.#exceptions.findLast((one) => isWithin(one.dates, day));
  }
  /** Ids of plans whose tasks it runs instead of its own on some days. */
  get lenders(): number[] {
    return this.#exceptions.flatMap((one) => (one.action === 'plan' ? (one.plan_id ?? []) : []));
  }
}

/** The recurrence of all tasks under these plans. */
export function createRecurrence(zone: Zone, plans: Iterable<RecurringPlan>): Recurrence {
  const known = new Map<number, Plan>();
  for (const plan of plans) known.set(plan.id, new Plan(plan));
  /** Plans by id that run its tasks on some days. */
  const borrowers = new Map<number, Plan[]>();
  for (const plan of known.values())
    for (const id of new Set(plan.lenders)) borrowers.set(id, [...(borrowers.get(id) ?? []), plan]);

  /** Day whose tasks of a plan run on a day; null: none. */
  function dayOn(planId: number | null, day: number): PlanDay | null {
    const weekday = weekdayOf(day);
    if (planId === null) return { weekday, dayType: null };
    const own = known.get(planId);
    if (own?.holds(day)) {
      const exception = own.exception(day);
      if (exception === undefined) return own.usual(weekday);
      if (exception.action === 'day_type') return { weekday, dayType: exception.day_type };
      if (exception.action === 'weekday')
        return exception.weekday === null ? null : own.usual(exception.weekday);
      if (exception.action === 'plan' && exception.plan_id === planId) return own.usual(weekday);
    }
    const isLent = borrowers.get(planId)?.some((plan) => {
      const exception = plan.holds(day) ? plan.exception(day) : undefined;
      return exception?.action === 'plan' && exception.plan_id === planId;
    });
    if (isLent !== true) return null;
    return own?.usual(weekday) ?? { weekday, dayType: null };
  }

  const taskDates = new WeakMap<RecurringTask, Dates>();
  function datesOfTask(task: RecurringTask): Dates {
    const dates = taskDates.get(task) ?? datesOf(task.start_date, task.end_date);
    taskDates.set(task, dates);
    return dates;
  }

  function runsOn(task: RecurringTask, day: number): boolean {
    if (!task.enabled || !isWithin(datesOfTask(task), day)) return false;
    const planDay = dayOn(task.plan_id, day);
    if (planDay === null) return false;
    const { weekday, dayType } = planDay;
    const types = task.plan_id === null ? [] : (task.day_types ?? []);
    if (types.length > 0) return dayType !== null && types.includes(dayType);
    if (task.schedule_day === scheduleDay.weekdays) return weekday >= 1 && weekday <= 5;
    return task.schedule_day !== scheduleDay.manualSelection || task.weekday_flags.includes(weekday);
  }

  function runOf(task: RecurringTask, day: number): DueRun {
    const second = secondOf(task.start_time) ?? 0;
    const start = zone.instantOf(day, second);
    const until = untilOf(task, day, second, start);
    const delayMs = delayMsOn(task, day);
    return {
      due: start - task.advancePlayTime * 1000 + delayMs,
      until: until === null ? null : until + delayMs,
      day,
    };
  }

  function untilOf(task: RecurringTask, day: number, second: number, start: number): number | null {
    if (task.end_time === null) return null;
    const end = secondOf(task.end_time) ?? 0;
    const overnight = end <= second;
    const until = zone.instantOf(overnight ? day + 1 : day, end);
    if (until > start) return until;
    // Start and end both lie in the hour that is skipped by daylight saving: the run keeps its length.
    return start + (end - second + (overnight ? 86_400 : 0)) * 1000;
  }

  /** Generates runs in order; `to`: upper limit of their due times. */
  function* from(task: RecurringTask, instant: number, to?: number): Generator<DueRun> {
    if (!task.enabled) return;
    const { first, last } = datesOfTask(task);
    const today = zone.dayAt(instant);
    // A run that is due before midnight may belong to the next day, a delayed one to the day before.
    const requestedEnd =
      to === undefined ? LAST_DAY : zone.dayAt(to) + 1 + Math.ceil(task.advancePlayTime / 86_400);
    const end = Math.min(last, requestedEnd, Math.max(first, today) + HORIZON_DAYS);
    // Where midnight itself is skipped, a run of yesterday is due today.
    for (let day = Math.max(first, today - 1); day <= end; day++) {
      if (!runsOn(task, day)) continue;
      const run = runOf(task, day);
      if (run.due >= instant) yield run;
    }
  }

  return {
    zone,
    runsOn,
    between(task, start, to) {
      const runs: DueRun[] = [];
      for (const run of from(task, start, to)) {
        if (run.due >= to) break;
        runs.push(run);
      }
      return runs;
    },
    next(task, instant, limit) {
      const runs: DueRun[] = [];
      for (const run of from(task, instant)) {
        if (runs.push(run) >= limit) break;
      }
      return runs;
    },
  };
}
