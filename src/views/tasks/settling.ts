/** The proof of a task that has ended follows it: the last reports of its terminals, and their storing. */
export const settleEveryMs = 1_500;
const settleForMs = 8_000;

/** Whether what is stored of a task may still change. `endedAt`: epoch seconds; null: its end is not stored yet. */
export function isSettling(endedAt: number | null, now: number): boolean {
  return endedAt === null || now - endedAt * 1000 < settleForMs;
}
