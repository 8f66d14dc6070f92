import { audioSource } from '../../../../contract/codes.ts';
import type { ScheduledTaskForm } from '../../../../contract/entities/tasks/scheduledTask.ts';
import {
  type BellForm,
  bellName,
  everyDay,
  type QuietTimes,
  taskDaysOf,
  weekdaysOf,
} from '../../../../contract/entities/tasks/timetable.ts';
import type { TaskRow } from '../schedule.repository.ts';

/** Tells whether a task is a bell: it plays one file, or speaks one text, at its time. */
export function isBell(task: TaskRow): boolean {
  if (task.end_time !== null) return false;
  if (task.audio_source === audioSource.mediaFile) return task.files.length === 1;
  return task.audio_source === audioSource.ttsText && task.textContent !== '' && task.preset_text === null;
}

type Targets = Pick<TaskRow, 'devices' | 'orgs' | 'groups'>;
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const keyOf = ({ devices, orgs, groups }: Targets) => JSON.stringify([devices, orgs, groups].map(sorted));

/** Selects the bells with the targets that most of them have; of equally many the first. */
export function bellsOf(tasks: readonly TaskRow[]): TaskRow[] {
  const byTargets = new Map<string, TaskRow[]>();
  for (const task of tasks.filter(isBell)) {
    const key = keyOf(task);
    byTargets.set(key, [...(byTargets.get(key) ?? []), task]);
  }
  return [...byTargets.values()].reduce<TaskRow[]>(
    (most, one) => (one.length > most.length ? one : most),
    [],
  );
}

/** Tells whether a task is the silence of an exam: it holds its terminals between two times. */
export const isSilence = (task: TaskRow): boolean =>
  task.audio_source === audioSource.none && task.end_time !== null;

/** Fields of the silence of an exam, with the targets of its timetable. `name`: of the plan. */
export function silenceValues(quiet: QuietTimes, { devices, orgs, groups }: Targets, name: string) {
  return {
    ...quiet,
    name: bellName(`${quiet.start_time.slice(0, 5)}–${quiet.end_time.slice(0, 5)}`, name),
    audio_source: audioSource.none,
    devices,
    orgs,
    groups,
  };
}

/** Text that names the sound of a bell: the name of its file, or its text. */
export type SoundName = (bell: Pick<BellForm, 'file' | 'textContent'>) => string;

const soundOf = (task: TaskRow) => ({
  file: task.audio_source === audioSource.mediaFile ? (task.files[0] ?? null) : null,
  textContent: task.textContent,
});

/** Fields of a bell as the timetable shows them. */
export function bellOf(task: TaskRow, soundName: SoundName) {
  const { file, textContent } = soundOf(task);
  return {
    id: task.id,
    rev: task.rev,
    name: task.name,
    start_time: task.start_time,
    weekdays: task.day_types.length > 0 ? [] : weekdaysOf(task),
    day_types: task.day_types,
    file,
    file_name: file === null ? '' : soundName({ file, textContent: '' }),
    textContent: file === null ? textContent : '',
  };
}

type BellValues = Pick<
  ScheduledTaskForm,
  | 'audio_source'
  | 'files'
  | 'textContent'
  | 'start_time'
  | 'schedule_day'
  | 'weekday_flags'
  | 'day_types'
  | 'devices'
  | 'orgs'
  | 'groups'
> & { name: string };

/** Fields of a task that its bell determines, with the targets of the timetable. */
export function valuesOf(bell: BellForm, targets: Targets, soundName: SoundName): BellValues {
  const isFile = bell.file !== null;
  const { schedule_day, weekday_flags } = taskDaysOf(bell.day_types.length > 0 ? everyDay : bell.weekdays);
  return {
    name: bellName(bell.start_time, soundName(bell)),
    audio_source: isFile ? audioSource.mediaFile : audioSource.ttsText,
    files: bell.file === null ? [] : [bell.file],
    textContent: isFile ? '' : bell.textContent,
    start_time: bell.start_time,
    schedule_day: schedule_day as BellValues['schedule_day'],
    weekday_flags,
    day_types: sorted(bell.day_types),
    devices: targets.devices,
    orgs: targets.orgs,
    groups: targets.groups,
  };
}

/**
 * Values of a bell that differ from its saved task. A name that a person has given stays; one that was made of time
 * and sound follows them.
 */
export function changesOf(task: TaskRow, values: BellValues, soundName: SoundName): Partial<BellValues> {
  const { name, schedule_day, weekday_flags, devices, orgs, groups, ...plain } = values;
  const isNamedByBell = task.name === bellName(task.start_time, soundName(soundOf(task)));
  const changed: Partial<BellValues> = Object.fromEntries(
    Object.entries(plain).filter(
      ([key, value]) => JSON.stringify(task[key as keyof TaskRow]) !== JSON.stringify(value),
    ),
  );
  // A bell of day types keeps the weekdays of its task.
  const hasWeekdays = values.day_types.length === 0;
  if (hasWeekdays && sorted(weekdaysOf(task)).join() !== sorted(weekdaysOf(values)).join())
    Object.assign(changed, { schedule_day, weekday_flags });
  if (keyOf(task) !== keyOf(values)) Object.assign(changed, { devices, orgs, groups });
  if (isNamedByBell && task.name !== name) changed.name = name;
  return changed;
}
