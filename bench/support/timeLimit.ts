import { note } from './notes.ts';

/** Longest time of a benchmark, s; the last part of it is for ending its processes. */
const LIMIT_S = 600;
const END_S = 30;

/** Time since the start of this process, s. */
const elapsed = () => performance.now() / 1000;

/** Time until the end of a part of the time limit, s. */
export function secondsUntil(part: number): number {
  return part * (LIMIT_S - END_S) - elapsed();
}

/**
 * Repeats a run, at least once. Stops before a run that would end after its part of the time limit of ten
 * minutes, by the length of the longest one so far, and says so.
 *
 * @param times number of runs
 * @param part of the time limit, 0–1, at whose end the runs must be over
 * @param run called with its number, from 0
 * @returns the results
 */
export async function repeated<Found>(
  what: string,
  { times, part }: { times: number; part: number },
  run: (n: number) => Promise<Found>,
): Promise<Found[]> {
  const all: Found[] = [];
  let longest = 0;
  for (let n = 0; n < times; n++) {
    if (n > 0 && longest > secondsUntil(part)) {
      note(`${what}: ${n} of ${times}, because a benchmark may take ten minutes`);
      break;
    }
    const from = elapsed();
    all.push(await run(n));
    longest = Math.max(longest, elapsed() - from);
  }
  return all;
}
