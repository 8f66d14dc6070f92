import { fileURLToPath } from 'node:url';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import {
  type Holiday,
  type HolidayBody,
  type Holidays,
  maxCalendarChars,
  maxHolidays,
} from '../../../../contract/entities/tasks/holidays.ts';
import { dayOf } from '../../../../contract/schedule/calendar.ts';
import { runChild } from '../../../platform/workers/child.ts';
import { readerLimits } from '../../../platform/workers/readerLimits.ts';
import { failureOf } from '../../../sound/radio/failure.ts';
import { openUrl, readAll } from '../../../sound/radio/http.ts';
import type { AddressPolicy } from '../../../sound/radio/policy.ts';
import { type CalendarJob, calendarLine } from './calendarJob.ts';

export const CALENDAR_READER = fileURLToPath(new URL('./calendarReader.ts', import.meta.url));
/** Time for reading an address, ms. */
const FETCH_MS = 20_000;

/** @throws AppError 999 with the reason when the address gives no text */
async function textAt(address: string, policy: AddressPolicy): Promise<string> {
  try {
    const { response } = await openUrl(address, { policy, signal: AbortSignal.timeout(FETCH_MS) });
    return (await readAll(response, maxCalendarChars)).toString('utf8');
  } catch (error) {
    const { key, params } = failureOf(error);
    throw new AppError(errorCode.refused, key, params);
  }
}

/** Joins entries of the same name that follow each other or overlap. */
function joined(days: readonly Holiday[]): Holiday[] {
  const found: Holiday[] = [];
  const sorted = [...days].sort((a, b) => a.start_date.localeCompare(b.start_date));
  for (const day of sorted) {
    const before = found.findLast((one) => one.desc === day.desc);
    if (before === undefined || dayOf(day.start_date) > dayOf(before.end_date) + 1) found.push({ ...day });
    else if (day.end_date > before.end_date) before.end_date = day.end_date;
  }
  return found;
}

/**
 * Reads the holidays of a calendar (contract/entities/tasks/holidays.ts).
 * @throws AppError 400 when it cannot be read, 999 when its address gives no text
 */
export async function readHolidays(body: HolidayBody, policy: AddressPolicy): Promise<Holidays> {
  const text = body.text ?? (await textAt(body.address ?? '', policy));
  const job: CalendarJob = { from: body.from, to: body.to, max: maxHolidays };
  const days: Holiday[] = [];
  let timed: number | undefined;
  await runChild({
    program: CALENDAR_READER,
    argument: JSON.stringify(job),
    input: text,
    limits: readerLimits.calendar,
    onLine(line) {
      const read = calendarLine.safeParse(JSON.parse(line));
      if (!read.success) return;
      if ('end' in read.data) timed = read.data.timed;
      else days.push(read.data);
    },
  });
  if (timed === undefined) throw new AppError(errorCode.badRequest, 'schedule.calendarUnreadable');
  return { days: joined(days), timed };
}
