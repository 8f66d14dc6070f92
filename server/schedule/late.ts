import { audioSource } from '../../contract/codes.ts';
import type { Due } from './appointments.ts';
import type { Book } from './book.ts';

/** What was due while nobody was there to start it, and what becomes of it. */
export type Verdict = { kind: 'missed' } | { kind: 'start'; elapsed_ms: number };

/** A run that the clock jumped over is made up for when it lies no further back than this, ms. */
const MADE_UP_MS = 2 * 3_600_000;
/** A control task is still carried out when it is no later than this, ms: its effect is meant to last. */
const CONTROL_MS = 10 * 60_000;
/** What would be over in a moment is not started any more, ms. */
const WORTH_MS = 1_000;

/**
 * Judges runs that are late: what should be under way goes on in the middle; what is over was missed. Where the wall
 * clock was set forward while the server was there, no time has passed in which it could have been heard: the last such
 * run of each task is then played from its beginning.
 */
export function judgeLate<One extends Due>(
  book: Pick<Book, 'lengthOf'>,
  late: readonly One[],
  now: number,
  jumped: boolean,
): (One & { verdict: Verdict })[] {
  const last = new Map<number, number>();
  for (const { task, run } of late) last.set(task.id, Math.max(last.get(task.id) ?? 0, run.due));
  return late.map((one) => ({ ...one, verdict: verdictOf(one) }));

  function verdictOf({ task, run }: Due): Verdict {
    if (run.due !== last.get(task.id)) return { kind: 'missed' };
    const elapsed_ms = now - run.due;
    if (task.audio_source === audioSource.controlTask)
      return elapsed_ms <= CONTROL_MS || (jumped && elapsed_ms <= MADE_UP_MS)
        ? { kind: 'start', elapsed_ms: 0 }
        : { kind: 'missed' };
    const length = book.lengthOf(task, run);
    if (length !== null && elapsed_ms + WORTH_MS < length) return { kind: 'start', elapsed_ms };
    return jumped && elapsed_ms <= MADE_UP_MS ? { kind: 'start', elapsed_ms: 0 } : { kind: 'missed' };
  }
}
