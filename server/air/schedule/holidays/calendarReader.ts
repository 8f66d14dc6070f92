import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import type { CalendarJob } from './calendarJob.ts';

/**
 * Reads a calendar of untrusted origin, in a separate process with limits of memory and time. The text is on the standard
 * input. Writes one JSON line per entry of whole days, then an end line.
 */
const job = JSON.parse(process.argv[2] ?? '') as CalendarJob;

/** Longest name of an entry. */
const MAX_NAME = 200;
/** Repetitions that are searched per entry. */
const MAX_REPETITIONS = 20_000;

let emitted = 0;
let timed = 0;
const emit = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

const dateOf = (time: ICAL.Time) => time.toString().slice(0, 10);
const nameOf = (event: ICAL.Event) =>
  [
    ...String(event.summary ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_NAME)
    .join('')
    .toWellFormed();

function entry(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time): void {
  // The end of an entry of whole days is the day after it; of some programs it is the day itself.
  const last = end.clone();
  last.adjust(-1, 0, 0, 0);
  const from = dateOf(start);
  const to = last.compare(start) < 0 ? from : dateOf(last);
  if (to < job.from || from > job.to || emitted >= job.max) return;
  emitted += 1;
  emit({ start_date: from, end_date: to, desc: nameOf(event) });
}

function read(event: ICAL.Event): void {
  if (!event.startDate?.isDate) {
    timed += 1;
    return;
  }
  const end = event.endDate ?? event.startDate;
  if (!event.isRecurring()) {
    entry(event, event.startDate, end);
    return;
  }
  const length = end.subtractDate(event.startDate);
  const repetitions = event.iterator();
  for (let i = 0; i < MAX_REPETITIONS && emitted < job.max; i++) {
    const start = repetitions.next();
    if (start === null || start === undefined || dateOf(start) > job.to) return;
    const until = start.clone();
    until.addDuration(length);
    entry(event, start, until);
  }
}

const calendar = new ICAL.Component(ICAL.parse(readFileSync(0, 'utf8')));
if (calendar.name !== 'vcalendar') throw new Error('no calendar');
for (const one of calendar.getAllSubcomponents('vevent')) {
  // A repetition that was moved has an entry of its own.
  read(new ICAL.Event(one, { strictExceptions: true }));
}
emit({ end: true, timed });
