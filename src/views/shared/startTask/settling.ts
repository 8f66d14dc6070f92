/**
 * Refresh interval of the proof of a task that has just ended: the last reports of its terminals are still
 * arriving.
 */
export const settleEveryMs = 1_500;
const settleForMs = 8_000;

/**
 * Tells whether the stored facts of a task may still change. `endedAt`: epoch seconds; null: its end is not
 * stored yet.
 */
export function isSettling(endedAt: number | null, now: number): boolean {
  return endedAt === null || now - endedAt * 1000 < settleForMs;
}
