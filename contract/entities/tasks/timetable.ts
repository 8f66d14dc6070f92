import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { scheduleDay } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { reachedFields, scheduledTaskFields, taskMeeting, timeSchema } from './scheduledTask.ts';

/**
 * Timetable of a plan: its bells as rows of a time, a sound and days, which all have the same targets. A bell is an
 * ordinary scheduled task that plays one file or speaks one text at those targets (`/v1/plan/:id/timetable`).
 */

/** Maximum number of bells of a timetable. */
export const maxBells = 500;

const weekdays = z
  .array(z.number().int().min(0).max(6))
  .max(7)
  .describe(`Weekdays: ${codes(meaningOf.weekday)}.`);
const file = idSchema.nullable().default(null).describe('Id of a music file; null: the text is spoken.');
const { textContent } = scheduledTaskFields.shape;
const targets = {
  devices: scheduledTaskFields.shape.devices,
  orgs: scheduledTaskFields.shape.orgs,
  groups: scheduledTaskFields.shape.groups,
};

const dayTypes = scheduledTaskFields.shape.day_types.describe(
  'Numbers of the day types of the plan that have it, instead of weekdays; empty: none.',
);

const bellFields = z.object({
  id: idSchema.nullable().default(null).describe('Id of its scheduled task; null: a new one.'),
  rev: z.number().int().nullable().default(null).describe(fieldText.rev),
  start_time: timeSchema.describe(fieldText.start_time),
  weekdays: weekdays.default([]),
  day_types: dayTypes,
  file,
  textContent: textContent.describe('Text that is spoken, only without a file.'),
});

/** A bell of the body. A file and a text exclude each other; its day types replace its weekdays. */
export const bellForm = bellFields.superRefine((bell, ctx) => {
  if (bell.file === null && bell.textContent === '')
    ctx.addIssue({ code: 'custom', path: ['file'], message: 'rules.selectMedia' });
  if (bell.weekdays.length === 0 && bell.day_types.length === 0)
    ctx.addIssue({ code: 'custom', path: ['weekdays'], message: 'rules.selectWeekday' });
});
export type BellForm = z.output<typeof bellForm>;

/** Times between which an exam holds its terminals silent, except for its bells. */
const quietTimes = z
  .object({
    start_time: timeSchema.describe(fieldText.start_time),
    end_time: timeSchema.describe('End, HH:MM:SS in the time zone of the site.'),
  })
  .refine((quiet) => quiet.start_time !== quiet.end_time, { path: ['end_time'], error: 'rules.endTime' });
export type QuietTimes = z.output<typeof quietTimes>;

/**
 * Body of `PUT /v1/plan/:id/timetable` and of its `dry_run`: all of it is stored, or nothing. Bells that are in neither
 * list stay as they are. 409 when a bell was changed since.
 */
export const timetableBody = z
  .object({
    ...targets,
    rows: z.array(bellForm).max(maxBells).describe('Bells that are created or changed.'),
    removed: z
      .array(z.object({ id: idSchema.describe(fieldText.id), rev: z.number().int().describe(fieldText.rev) }))
      .max(maxBells)
      .default([])
      .describe('Bells that are deleted.'),
    quiet: quietTimes
      .nullable()
      .optional()
      .describe('Times of silence of an exam; null: none; absent: unchanged. Refused for other plans.'),
  })
  .superRefine((body, ctx) => {
    if (body.rows.length > 0 && body.devices.length + body.orgs.length + body.groups.length === 0)
      ctx.addIssue({ code: 'custom', path: ['devices'], message: 'rules.selectDevice' });
  });
export type TimetableBody = z.output<typeof timetableBody>;

/** `GET /v1/plan/:id/timetable`: the bells that the caller may change, by time. */
export const timetable = z.object({
  devices: z.array(z.number().int()).describe(fieldText.devices),
  orgs: z.array(z.number().int()).describe(fieldText.orgs),
  groups: z.array(z.number().int()).describe(fieldText.groups),
  rows: z
    .array(
      z.object({
        id: z.number().int().describe('Id of its scheduled task.'),
        rev: z.number().int().describe(fieldText.rev),
        name: z.string().describe(fieldText.name),
        start_time: z.string().describe(fieldText.start_time),
        weekdays,
        day_types: dayTypes,
        file: z.number().int().nullable().describe('Id of a music file; null: the text is spoken.'),
        file_name: z.string().describe('Name of the file; empty: none.'),
        textContent: z.string().describe('Text that is spoken, only without a file.'),
      }),
    )
    .describe('Bells, the earliest first.'),
  quiet: z
    .object({
      start_time: z.string().describe(fieldText.start_time),
      end_time: z.string().describe('End, HH:MM:SS in the time zone of the site.'),
    })
    .nullable()
    .describe('Times of silence of an exam; null: none.'),
  others: z
    .number()
    .int()
    .describe(
      'Number of other tasks of the plan: of other kinds, at other targets, or beyond the zones of the caller.',
    ),
});
export type Timetable = z.output<typeof timetable>;
export type Bell = Timetable['rows'][number];

/** Response to a timetable that was saved, or (`dry_run`) would be. */
export const timetableChange = z.object({
  created: z.number().int().describe('Number of bells that are created.'),
  changed: z.number().int().describe('Number of bells that are changed.'),
  removed: z.number().int().describe('Number of bells that are deleted.'),
  next_run: z
    .number()
    .int()
    .nullable()
    .describe('Next start of the new and changed bells, epoch s; null: none.'),
  ...reachedFields,
  meets: z
    .array(taskMeeting)
    .describe('Conflicts of the new and changed bells within seven days, by other task.'),
});
export type TimetableChange = z.output<typeof timetableChange>;

const workDays = [1, 2, 3, 4, 5];
export const everyDay = [0, 1, 2, 3, 4, 5, 6];

interface TaskDays {
  schedule_day: 0 | 1 | 2 | 3;
  weekday_flags: number[];
}

/** Weekdays on which a task runs. */
export function weekdaysOf(task: Pick<TaskDays, 'schedule_day' | 'weekday_flags'>): number[] {
  if (task.schedule_day === scheduleDay.weekdays) return workDays;
  return task.schedule_day === scheduleDay.manualSelection ? task.weekday_flags : everyDay;
}

/** Fields of a task that runs on some weekdays. */
export function taskDaysOf(days: readonly number[]): TaskDays {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const isEvery = (other: readonly number[]) => sorted.join() === other.join();
  if (isEvery(everyDay)) return { schedule_day: scheduleDay.daily, weekday_flags: [] };
  if (isEvery(workDays)) return { schedule_day: scheduleDay.weekdays, weekday_flags: [] };
  return { schedule_day: scheduleDay.manualSelection, weekday_flags: sorted };
}

const longestName = 50;

/** Name of a bell: its time and its sound. `sound`: name of the file, or the text. */
export function bellName(start_time: string, sound: string): string {
  const time = start_time.endsWith(':00') && start_time.length === 8 ? start_time.slice(0, 5) : start_time;
  return [...`${time} ${sound.trim().replace(/\s+/g, ' ')}`].slice(0, longestName).join('').trim();
}
