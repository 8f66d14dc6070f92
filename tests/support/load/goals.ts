/** Limit of a figure. */
export interface Goal {
  max?: number;
  min?: number;
}

/** A slower machine than this, relative to the reference, is compared by ratio. */
export const SLOW = 0.85;
/** Ratio to the baseline of the same run that a slower machine is allowed. */
const RATIO = 1.5;

const isTime = (key: string) => /_(us|ms|s)$/.test(key);

/**
 * Limit that applies on a machine. On the reference machine it is the goal itself. On a slower one, times may
 * be longer in proportion, and any figure may differ from its baseline of the same run by the factor 1.5.
 *
 * @param key name of the figure; its ending is the unit
 * @param baseline figure of the baseline; undefined: it has none
 * @param speed of the machine, relative to the reference machine
 */
export function goalOn(key: string, goal: Goal, baseline: number | undefined, speed: number): Goal {
  if (speed >= SLOW) return goal;
  const { max, min } = goal;
  const own: Goal = {};
  if (max !== undefined) own.max = Math.max(isTime(key) ? max / speed : max, RATIO * (baseline ?? 0));
  if (min !== undefined) own.min = baseline === undefined ? min : Math.min(min, baseline / RATIO);
  return own;
}

export function meets(value: number, { max, min }: Goal): boolean {
  return (max === undefined || value <= max) && (min === undefined || value >= min);
}
