import { audioSource } from '../../../../contract/codes.ts';
import type { Meeting } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { compareRank, type MixClass, type Rank } from '../../../../contract/protocol/arbitration.ts';
import { secondOf } from '../../../../contract/schedule/calendar.ts';
import type { DueRun } from '../../../../contract/schedule/recurrence.ts';
import { createSlices } from '../../../platform/process/slices.ts';
import { mixClassOf, rankOf, type TaskWeights } from '../../engine/rank.ts';
import { type Reached, shared, together } from '../reach.ts';
import type { TaskRow } from '../schedule.repository.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';

const DAY_MS = 86_400_000;
/** Assumed length of a run whose length is unknown, ms. */
const UNKNOWN_MS = 60_000;

/** Run with its time, rank and targets. */
export interface Sounding {
  task: TaskRow;
  run: DueRun;
  /** Epoch ms. `end` is null if unknown; `until` is the end, or an assumed one. */
  start: number;
  end: number | null;
  until: number;
  rank: Rank;
  part: MixClass;
  readonly reached: Reached;
}

export interface OverlapDeps {
  index: ScheduleIndex;
  weights(): TaskWeights;
  voiceMix(): boolean;
}

/** Describes a run; its targets are computed on demand. */
function soundingOf({ index, weights, voiceMix }: OverlapDeps, task: TaskRow, run: DueRun): Sounding {
  const length = index.lengthOf(task, run);
  const { recent } = index.reaches;
  let reached: Reached | undefined;
  return {
    task,
    run,
    start: run.due,
    end: length === null ? null : run.due + length,
    until: run.due + (length ?? UNKNOWN_MS),
    rank: rankOf(
      {
        ...{ id: task.id, task_type: 0, priority: task.priority, started_at: Math.floor(run.due / 1000) },
        audio_source: task.audio_source,
        exam: index.planOf(task)?.exam ?? false,
      },
      weights(),
    ),
    part: mixClassOf({ task_type: 0, audio_source: task.audio_source }, voiceMix()),
    get reached() {
      reached ??= recent.of(task);
      return reached;
    },
  };
}

const inOrder = (found: Sounding[]) => found.sort((a, b) => a.start - b.start || a.task.id - b.task.id);

/** Runs of a task that sound between two instants. */
function soundingsOf(deps: OverlapDeps, task: TaskRow, from: number, to: number): Sounding[] {
  const { index } = deps;
  const before = Math.max(DAY_MS, index.lengthOf(task, null) ?? 0);
  return index.recurrence
    .between(task, from - before, to)
    .map((run) => soundingOf(deps, task, run))
    .filter((one) => one.until > from || one.start >= from);
}

/** All runs that sound between two instants, sorted by start. */
export function soundings(deps: OverlapDeps, tasks: Iterable<TaskRow>, from: number, to: number): Sounding[] {
  return inOrder([...tasks].flatMap((task) => soundingsOf(deps, task, from, to)));
}

/** Like `soundings` for thousands of tasks, without blocking the event loop. */
export async function manySoundings(
  deps: OverlapDeps,
  tasks: Iterable<TaskRow>,
  from: number,
  to: number,
): Promise<Sounding[]> {
  const nextSlice = createSlices();
  const found: Sounding[] = [];
  for (const task of tasks) {
    found.push(...soundingsOf(deps, task, from, to));
    await nextSlice();
  }
  return inOrder(found);
}

/** Margin for times of day while the offset of the zone changes, s: the largest change of daylight saving. */
const CHANGE_S = 7_200;
const DAY_S = 86_400;

/** Local time of day at which a task begins, and its length; s. */
function timeOfDay({ index }: Pick<OverlapDeps, 'index'>, task: TaskRow): { start: number; length: number } {
  const length = index.lengthOf(task, null) ?? UNKNOWN_MS;
  return { start: (secondOf(task.start_time) ?? 0) - task.advancePlayTime, length: Math.ceil(length / 1000) };
}

/**
 * Finds the tasks that may sound at the same time as a task between two instants, by their times of day alone:
 * of thousands of tasks only a few are left whose runs have to be computed.
 */
function atTheSameTime(deps: Pick<OverlapDeps, 'index'>, task: TaskRow, from: number, to: number): TaskRow[] {
  const { index } = deps;
  const { zone } = index.recurrence;
  const isEven = zone.offsetAt(from - 2 * DAY_MS) === zone.offsetAt(to + 2 * DAY_MS);
  const margin = isEven ? 0 : CHANGE_S;
  const own = timeOfDay(deps, task);
  return [...index.tasks.values()].filter((one) => {
    if (one.id === task.id) return false;
    // A delayed run is not at its time of day.
    if ((one.delay ?? task.delay) != null) return true;
    const other = timeOfDay(deps, one);
    const after = (((other.start - own.start) % DAY_S) + DAY_S) % DAY_S;
    return after <= own.length + margin || DAY_S - after <= other.length + margin;
  });
}

/**
 * Runs that sound between two instants at a terminal of a task and may coincide with one of its runs; without
 * those of the task itself.
 */
export function rivals(deps: OverlapDeps, task: TaskRow, from: number, to: number): Sounding[] {
  const { recent } = deps.index.reaches;
  const places = recent.of(task);
  const others = atTheSameTime(deps, task, from, to).filter((one) => shared(recent.of(one), places) > 0);
  return soundings(deps, others, from, to);
}

/**
 * Tasks that can conflict with the given ones: those that share a terminal, and the given tasks themselves.
 */
export function neighbours({ index }: Pick<OverlapDeps, 'index'>, tasks: Iterable<TaskRow>): TaskRow[] {
  const { recent } = index.reaches;
  const own = new Set(tasks);
  const places = together([...own].map((task) => recent.of(task)));
  return [...index.tasks.values()].filter((task) => own.has(task) || shared(recent.of(task), places) > 0);
}

const isMixed = (a: Sounding, b: Sounding) => a.part === 'speech' || b.part === 'speech';

/** Reaches of more words than this are compared once and cached: daily tasks meet again every day. */
const FEW_WORDS = 16;

/** Creates a function that counts the terminals that two reaches share. */
function createShared(): (a: Reached, b: Reached) => number {
  const known = new Map<Reached, Map<Reached, number>>();
  return (a, b) => {
    if (Math.min(a.words.length, b.words.length) <= FEW_WORDS) return shared(a, b);
    const own = known.get(a) ?? new Map<Reached, number>();
    known.set(a, own);
    const count = own.get(b) ?? shared(a, b);
    own.set(b, count);
    return count;
  };
}

const isControl = (one: Sounding) => one.task.audio_source === audioSource.controlTask;

/**
 * Describes the conflict of two runs from the side of `one`: the winner, the time and the number of
 * terminals.
 * @param mixing number of those terminals that would duck the programme under speech instead of pre-empting
 * it
 */
function meetingsOf(one: Sounding, other: Sounding, terminals: number, mixing: number): Meeting[] {
  const isFirst = compareRank(one.rank, other.rank) < 0;
  const [first, second] = isFirst ? [one, other] : [other, one];
  const lowered = first.part === 'speech' && second.part === 'programme' ? mixing : 0;
  const { id: task_id, name } = other.task;
  const at = Math.floor(Math.max(one.start, other.start) / 1000);
  const found: Meeting[] = [
    { kind: isFirst ? 'ducks' : 'ducked_by', task_id, name, at, terminals: lowered },
    { kind: isFirst ? 'preempts' : 'preempted_by', task_id, name, at, terminals: terminals - lowered },
  ];
  return found.filter((meeting) => meeting.terminals > 0);
}

/** Conflicts of each run. */
type Met = Map<Sounding, Meeting[]>;

/**
 * Finds the conflicts of some runs with all runs (sorted by start): which would be heard where both are due.
 */
export function meetings(all: readonly Sounding[], isWanted: (one: Sounding) => boolean = () => true): Met {
  const found: Met = new Map();
  for (const _one of meeting(all, isWanted, found));
  return found;
}

/** Like `meetings` for many runs, without blocking the event loop. */
export async function manyMeetings(
  all: readonly Sounding[],
  isWanted: (one: Sounding) => boolean,
): Promise<Met> {
  const nextSlice = createSlices();
  const found: Met = new Map();
  for (const _one of meeting(all, isWanted, found)) await nextSlice();
  return found;
}

/** Walks through the runs and records the conflicts of each; yields after each run. */
function* meeting(
  all: readonly Sounding[],
  isWanted: (one: Sounding) => boolean,
  found: Met,
): Generator<Sounding> {
  const note = (one: Sounding, other: Sounding, terminals: number, mixing: number) => {
    if (!isWanted(one)) return;
    const list = found.get(one);
    const met = meetingsOf(one, other, terminals, mixing);
    if (list === undefined) found.set(one, met);
    else list.push(...met);
  };
  const sharedBy = createShared();
  let active: Sounding[] = [];
  for (const one of all) {
    if (isControl(one) || one.until <= one.start) continue;
    active = active.filter((other) => other.until > one.start);
    const { reached } = one;
    const isOwn = isWanted(one);
    for (const other of active) {
      if (other.task.id === one.task.id || !(isOwn || isWanted(other))) continue;
      const terminals = sharedBy(reached, other.reached);
      if (terminals === 0) continue;
      const mixing = isMixed(one, other) ? shared({ ...reached, bits: reached.mixing }, other.reached) : 0;
      note(one, other, terminals, mixing);
      note(other, one, terminals, mixing);
    }
    active.push(one);
    yield one;
  }
}
