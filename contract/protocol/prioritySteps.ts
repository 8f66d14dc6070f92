/** Ranks of one weight: the priority of a broadcast decides within it. */
export const RANKS_PER_STEP = 1_000;

/**
 * Steps above the weights of task types (0 to 999). They are not editable: exams, alarms, and the emergency microphone
 * with the all-call.
 */
export const urgentSteps = { exam: 1_000, alarm: 2_000, emergency: 3_000 } as const;

/** Highest step of all. */
export const LAST_STEP = urgentSteps.emergency;

/** Step of a rank: the weight of the task type, or one of `urgentSteps`. */
export function stepOf(rank: { weight: number }): number {
  return Math.floor(rank.weight / RANKS_PER_STEP);
}
