import { audioSource } from '../../contract/codes.ts';
import type { Meeting } from '../../contract/entities/scheduledTask.ts';
import { compareRank, type Part, type Rank } from '../../contract/hearing.ts';
import type { DueRun } from '../../contract/schedule/recurrence.ts';
import { partOf, rankOf, type TaskWeights } from '../broadcast/rank.ts';
import { createSlices } from '../slices.ts';
import type { Book } from './book.ts';
import { type Reached, shared, together } from './reach.ts';
import type { TaskRow } from './schedule.repository.ts';

const DAY_MS = 86_400_000;
/** For runs whose length is not known beforehand. */
const UNKNOWN_MS = 60_000;

/** A run as it lies in time and space. */
export interface Sounding {
  task: TaskRow;
  run: DueRun;
  /** ms; `end` is null where it is not known, and `until` what stands for it. */
  start: number;
  end: number | null;
  until: number;
  rank: Rank;
  part: Part;
  readonly reached: Reached;
}

export interface OverlapDeps {
  book: Book;
  weights(): TaskWeights;
  voiceMix(): boolean;
}

/** A run of a task; what it reaches is found out when it is asked for. */
function soundingOf({ book, weights, voiceMix }: OverlapDeps, task: TaskRow, run: DueRun): Sounding {
  const length = book.lengthOf(task, run);
  const { recent } = book.reaches;
  let reached: Reached | undefined;
  return {
    task,
    run,
    start: run.due,
    end: length === null ? null : run.due + length,
    until: run.due + (length ?? UNKNOWN_MS),
    rank: rankOf(
      { id: task.id, task_type: 0, priority: task.priority, started_at: Math.floor(run.due / 1000) },
      weights(),
    ),
    part: partOf({ task_type: 0, audio_source: task.audio_source }, voiceMix()),
    get reached() {
      reached ??= recent.of(task);
      return reached;
    },
  };
}

const inOrder = (found: Sounding[]) => found.sort((a, b) => a.start - b.start || a.task.id - b.task.id);

/** The runs of a task that sound between two instants. */
function soundingsOf(deps: OverlapDeps, task: TaskRow, from: number, to: number): Sounding[] {
  const { book } = deps;
  const before = Math.max(DAY_MS, book.lengthOf(task, null) ?? 0);
  return book.recurrence
    .between(task, from - before, to)
    .map((run) => soundingOf(deps, task, run))
    .filter((one) => one.until > from || one.start >= from);
}

/** All runs that sound between two instants, in the order of their starts. */
export function soundings(deps: OverlapDeps, tasks: Iterable<TaskRow>, from: number, to: number): Sounding[] {
  return inOrder([...tasks].flatMap((task) => soundingsOf(deps, task, from, to)));
}

/** The same for thousands of tasks, without holding the event loop. */
export async function manySoundings(
  deps: OverlapDeps,
  tasks: Iterable<TaskRow>,
  from: number,
  to: number,
): Promise<Sounding[]> {
  const breathe = createSlices();
  const found: Sounding[] = [];
  for (const task of tasks) {
    found.push(...soundingsOf(deps, task, from, to));
    await breathe();
  }
  return inOrder(found);
}

/** The tasks that some tasks can meet at all: those with a terminal of theirs, and these themselves. */
export function neighbours({ book }: Pick<OverlapDeps, 'book'>, tasks: Iterable<TaskRow>): TaskRow[] {
  const { recent } = book.reaches;
  const own = new Set(tasks);
  const places = together([...own].map((task) => recent.of(task)));
  return [...book.tasks.values()].filter((task) => own.has(task) || shared(recent.of(task), places) > 0);
}

const isMixed = (a: Sounding, b: Sounding) => a.part === 'speech' || b.part === 'speech';

/** Places in more words than this are compared once only: daily tasks meet each other again every day. */
const FEW_WORDS = 16;

/** At how many terminals two reaches meet. */
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
 * Where the winner is, from when on, and at how many terminals: as it looks from `one`. `mixing`: at so many of them the
 * one is only lowered under the other, if the two are speech and programme.
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

/** What runs meet. */
type Met = Map<Sounding, Meeting[]>;

/** What each of some runs meets among all runs (sorted by start): who would be heard where both want to be. */
export function meetings(all: readonly Sounding[], isWanted: (one: Sounding) => boolean = () => true): Met {
  const found: Met = new Map();
  for (const _one of meeting(all, isWanted, found));
  return found;
}

/** The same for many runs, without holding the event loop. */
export async function manyMeetings(
  all: readonly Sounding[],
  isWanted: (one: Sounding) => boolean,
): Promise<Met> {
  const breathe = createSlices();
  const found: Met = new Map();
  for (const _one of meeting(all, isWanted, found)) await breathe();
  return found;
}

/** Goes from run to run, and notes what each meets. */
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
