import { readdirSync } from 'node:fs';
import { getPriority, platform, setPriority } from 'node:os';

/** Niceness of a terminal that is allowed to choose it; `TERMINAL_NICE=0` leaves it as it is. */
const NICE = -10;

/**
 * Gives this process, and the programs of the sound card that it starts, precedence over other programs of the
 * machine, so that the card gets its samples in time while they keep every processor busy. Needs root, or a limit of the account
 * that permits it (RLIMIT_NICE); otherwise, or if its niceness is lower already, nothing changes.
 *
 * @returns niceness of this thread after the call
 */
export function raisePriority(nice = Number(process.env.TERMINAL_NICE || NICE)): number {
  try {
    // Linux gives each thread its own niceness; new ones take it from the thread that creates them.
    if (platform() === 'linux')
      for (const thread of readdirSync('/proc/self/task')) raise(Number(thread), nice);
    else raise(0, nice);
  } catch {
    // Not permitted.
  }
  return getPriority();
}

function raise(id: number, nice: number): void {
  if (getPriority(id) > nice) setPriority(id, nice);
}
