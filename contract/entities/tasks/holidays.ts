import { z } from 'zod';
import { isDateOrder } from '../../rules/ruleChecks.ts';
import { dateSchema } from './plan.ts';

/**
 * Holidays of a calendar file (ICS, RFC 5545), read for the exceptions of a plan (`POST /v1/plan/holidays`). Nothing is
 * stored.
 */

/** Maximum size of a calendar, characters. */
export const maxCalendarChars = 1_000_000;
/** Maximum number of holidays: those of a plan (`exceptions`). */
export const maxHolidays = 500;

/** Body: the content of a file, or its address. */
export const holidayBody = z
  .object({
    text: z
      .string()
      .max(maxCalendarChars)
      .optional()
      .describe('Content of an ICS file; absent: `address` is read.'),
    address: z
      .string()
      .trim()
      .max(2000)
      .regex(/^https?:\/\/\S+$/, 'rules.url')
      .optional()
      .describe('HTTP or HTTPS address of an ICS file; only without `text`.'),
    from: dateSchema.describe('First day of interest, YYYY-MM-DD.'),
    to: dateSchema.describe('Last day of interest, YYYY-MM-DD.'),
  })
  .superRefine((body, ctx) => {
    if (body.text === undefined && body.address === undefined)
      ctx.addIssue({ code: 'custom', path: ['address'], message: 'rules.url' });
    if (!isDateOrder(body.from, body.to))
      ctx.addIssue({ code: 'custom', path: ['to'], message: 'rules.dateOrder' });
  });
export type HolidayBody = z.output<typeof holidayBody>;

export const holiday = z.object({
  start_date: z.string().describe('First day, YYYY-MM-DD.'),
  end_date: z.string().describe('Last day, YYYY-MM-DD.'),
  desc: z.string().describe('Name of the entry.'),
});
export type Holiday = z.output<typeof holiday>;

/** Response: entries of whole days; those with a time of day are meetings, not holidays. */
export const holidays = z.object({
  days: z.array(holiday).describe('Holidays within the days of interest, the earliest first.'),
  timed: z.number().int().describe('Number of entries with a time of day, which are left out.'),
});
export type Holidays = z.output<typeof holidays>;
