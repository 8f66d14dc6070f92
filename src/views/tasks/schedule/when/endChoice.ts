/** Ways in which a task ends, in the order of the options. */
export const ends = ['none', 'end_time', 'duration', 'count'] as const;
export type TaskEnd = (typeof ends)[number];

/** Values of a task's end; at most one is set by the form. */
export interface EndValues {
  end_time: string | null;
  duration: number | null;
  count: number | null;
}

/** First values of a chosen end: an hour after the start, a minute, once. */
const HOUR_S = 3600;
const MINUTE_S = 60;

/** Values with which a chosen end begins; those of the others are empty. `start`: time of day, HH:MM:SS. */
export function firstEnds(end: TaskEnd, start: string): EndValues {
  return {
    end_time: end === 'end_time' ? laterBy(start, HOUR_S) : null,
    duration: end === 'duration' ? MINUTE_S : null,
    count: end === 'count' ? 1 : null,
  };
}

/** Adds seconds to a time of day, over midnight if needed. */
function laterBy(time: string, seconds: number): string {
  const [hours = 0, minutes = 0, rest = 0] = time.split(':').map(Number);
  const total = (hours * 3600 + minutes * 60 + rest + seconds) % 86_400;
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${pad(total / 3600)}:${pad((total / 60) % 60)}:${pad(total % 60)}`;
}
