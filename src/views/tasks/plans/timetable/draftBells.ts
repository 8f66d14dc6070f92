import type {
  Bell,
  BellForm,
  Timetable,
  TimetableBody,
} from '../../../../../contract/entities/tasks/timetable.ts';
import { readTimeOfDay } from '../../../kit/time/lengths.ts';
import { type BellDay, type BellDays, dayType, hasDays, ringsOn, weekday, withDay } from './bellDays.ts';

/** Sound of a bell: a file, or a text that is spoken; neither: not chosen yet. */
export interface BellSound {
  file: number | null;
  fileName: string;
  text: string;
}

/** Bell in the editor. `time` is kept as it was typed, also while it is no time. */
export interface DraftBell extends BellSound, BellDays {
  key: number;
  /** Id and revision of its saved task; null: a new one. */
  id: number | null;
  rev: number | null;
  time: string;
}

export const noSound: BellSound = { file: null, fileName: '', text: '' };

let lastKey = 0;
/** Bell that is not saved yet. */
export function newBell(time: string, { weekdays, dayTypes }: BellDays, sound: BellSound): DraftBell {
  lastKey += 1;
  return { key: lastKey, id: null, rev: null, time, weekdays, dayTypes, ...soundOf(sound) };
}

export const soundOf = ({ file, fileName, text }: BellSound): BellSound => ({ file, fileName, text });
export const hasSound = ({ file, text }: BellSound) => file !== null || text !== '';
const isSameSound = (a: BellSound, b: BellSound) => a.file === b.file && a.text === b.text;

function draftOf(bell: Bell): DraftBell {
  const {
    id,
    rev,
    start_time: time,
    weekdays,
    day_types: dayTypes,
    file,
    file_name: fileName,
    textContent: text,
  } = bell;
  return { ...newBell(time, { weekdays, dayTypes }, { file, fileName, text }), id, rev };
}

export const draftsOf = (saved: Timetable): DraftBell[] => saved.rows.map(draftOf);

/** Sound that most bells have; none: not chosen yet. */
export function usualSound(bells: readonly DraftBell[]): BellSound {
  let most = { sound: noSound, count: 0 };
  for (const bell of bells) {
    const count = bells.filter((one) => isSameSound(one, bell)).length;
    if (count > most.count) most = { sound: soundOf(bell), count };
  }
  return most.sound;
}

/** Error of a bell: the cell that has to be corrected; null: none. */
export function faultOf(bell: DraftBell): 'time' | 'sound' | 'days' | null {
  if (readTimeOfDay(bell.time) === null) return 'time';
  if (!hasSound(bell)) return 'sound';
  return hasDays(bell) ? null : 'days';
}

export const byTime = (bells: readonly DraftBell[]): DraftBell[] =>
  [...bells].sort((a, b) => (readTimeOfDay(a.time) ?? '').localeCompare(readTimeOfDay(b.time) ?? ''));

/**
 * Adds a bell; one at the same time with the same sound, or without one, gets its days instead.
 */
export function withBell(bells: readonly DraftBell[], added: DraftBell): DraftBell[] {
  const same = bells.find(
    (one) =>
      readTimeOfDay(one.time) === readTimeOfDay(added.time) &&
      (isSameSound(one, added) || !hasSound(one) || !hasSound(added)),
  );
  if (same === undefined) return [...bells, added];
  const sound = hasSound(same) ? soundOf(same) : soundOf(added);
  const days = [...added.weekdays.map(weekday), ...added.dayTypes.map(dayType)];
  const joined = days.reduce((now, day) => withDay(now, day, true), { ...same, ...sound });
  return bells.map((one) => (one === same ? joined : one));
}

/** Gives days the bells of another day. Bells without any day left are removed. */
export function copyDay(bells: readonly DraftBell[], from: BellDay, to: readonly BellDay[]): DraftBell[] {
  return bells
    .map((bell) => {
      const rings = ringsOn(bell, from);
      return to.reduce((now, day) => withDay(now, day, rings), bell);
    })
    .filter((bell) => hasDays(bell) || faultOf({ ...bell, weekdays: [1] }) !== null);
}

const formOf = (bell: DraftBell): BellForm => ({
  id: bell.id,
  rev: bell.rev,
  start_time: readTimeOfDay(bell.time) ?? bell.time,
  weekdays: [...bell.weekdays],
  day_types: [...bell.dayTypes],
  file: bell.file,
  textContent: bell.file === null ? bell.text : '',
});

type Targets = Pick<TimetableBody, 'devices' | 'orgs' | 'groups'>;
const targetKey = ({ devices, orgs, groups }: Targets) =>
  JSON.stringify([devices, orgs, groups].map((ids) => [...ids].sort((a, b) => a - b)));
const bellKey = (bell: DraftBell) => {
  const { weekdays, ...form } = formOf(bell);
  return JSON.stringify([form, [...weekdays].sort()]);
};

/** Silence of an exam as it was typed; null: none. */
export type DraftQuiet = Timetable['quiet'];

/** Tells whether the silence of an exam has two times that differ. */
export function isQuietValid(quiet: DraftQuiet): boolean {
  if (quiet === null) return true;
  const [start, end] = [readTimeOfDay(quiet.start_time), readTimeOfDay(quiet.end_time)];
  return start !== null && end !== null && start !== end;
}

const quietOf = (quiet: DraftQuiet) =>
  quiet && {
    start_time: readTimeOfDay(quiet.start_time) ?? quiet.start_time,
    end_time: readTimeOfDay(quiet.end_time) ?? quiet.end_time,
  };

/** Body that turns the saved timetable into the edited one; null: they are equal. */
export function bodyOf(
  saved: Timetable,
  bells: readonly DraftBell[],
  targets: Targets,
  quiet: DraftQuiet = saved.quiet,
): TimetableBody | null {
  const before = new Map(draftsOf(saved).map((bell) => [bell.id, bellKey(bell)]));
  const isMoved = targetKey(saved) !== targetKey(targets);
  const rows = bells.filter((bell) => isMoved || before.get(bell.id) !== bellKey(bell)).map(formOf);
  const kept = new Set(bells.map((bell) => bell.id));
  const removed = saved.rows.filter(({ id }) => !kept.has(id)).map(({ id, rev }) => ({ id, rev }));
  const isQuietChanged =
    JSON.stringify(quietOf(quiet)) !== JSON.stringify(saved.quiet) || (isMoved && quiet !== null);
  if (rows.length === 0 && removed.length === 0 && !isQuietChanged) return null;
  return {
    ...{ devices: targets.devices, orgs: targets.orgs, groups: targets.groups, rows, removed },
    ...(isQuietChanged ? { quiet: quietOf(quiet) } : {}),
  };
}
