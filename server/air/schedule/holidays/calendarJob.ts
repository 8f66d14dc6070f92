import { z } from 'zod';
import { holiday } from '../../../../contract/entities/tasks/holidays.ts';

/** Job of the process that reads a calendar. */
export interface CalendarJob {
  /** Days of interest, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Maximum number of entries. */
  max: number;
}

/** Line that it writes. */
export const calendarLine = z.union([z.object({ end: z.literal(true), timed: z.number().int() }), holiday]);
