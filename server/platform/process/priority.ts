import { readdirSync } from 'node:fs';
import { getPriority, platform, setPriority } from 'node:os';

/** Niceness of a server that is allowed to choose it; the same as in deploy/systemd/tocsin.service. */
export const SERVER_NICE = -10;

/**
 * Gives this process, and all processes that it starts later, precedence over other programs of the machine,
 * so that sound is sent in time while they keep every processor busy. Needs root, or a limit of the account
 * that permits it (RLIMIT_NICE); otherwise, or if its niceness is lower already, nothing changes.
 *
 * @param nice −20 (highest) to 0 (unchanged)
 * @returns niceness of this thread after the call
 */
export function raisePriority(nice: number): number {
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
