/** Load of the load generator's core that a warm-up may reach. */
const WARM_UP_BUSY = 0.8;
/** Load that a new size aims at: measured runs vary. */
const TARGET_BUSY = 0.65;
/** Smallest share of the nominal load that still measures something. */
const LEAST_SHARE = 0.1;
const TRIES = 3;

/** Thrown by `checkWarmUp`. */
class TooBusy extends Error {
  readonly busy: number;

  constructor(what: string, busy: number) {
    super(`${what}: the load generator was ${Math.round(busy * 100)} % busy`);
    this.busy = busy;
  }
}

/** Ends an attempt when the load generator measures itself. @param busy share of its core, 0–1 */
export function checkWarmUp(what: string, busy: number): void {
  if (busy > WARM_UP_BUSY) throw new TooBusy(what, busy);
}

/**
 * Share of the nominal load at which the load's core is less busy than `TARGET_BUSY`.
 *
 * @param busy of that core on the reference machine under the nominal load, 0–1
 */
export function firstShare(busy: number, speed: number): number {
  return Math.max(LEAST_SHARE, Math.min(1, (TARGET_BUSY * speed) / busy));
}

/** Next share after a warm-up in which the load generator was so busy. A core that is full may need any load. */
export function nextShare(share: number, busy: number): number {
  return Math.max(LEAST_SHARE, (share * TARGET_BUSY) / Math.min(busy, 1) / (busy > 0.98 ? 1.5 : 1));
}

export interface Attempts {
  /** Busy part of the load's core on the reference machine under the nominal load, 0–1. */
  busy: number;
  /** Speed of this machine, relative to the reference machine. */
  speed: number;
  /** Called before each attempt, with its share of the nominal load and why the one before it ended. */
  begins(share: number, reason: string | null): void;
}

/**
 * Runs a benchmark with as much load as this machine can generate: first by the speed of the machine, then,
 * if a warm-up shows the generator to be too busy (`checkWarmUp`), with less.
 *
 * @param run called with the share of the nominal load; must end its processes when it throws
 */
export async function attempts(
  { busy, speed, begins }: Attempts,
  run: (share: number) => Promise<void>,
): Promise<void> {
  let share = firstShare(busy, speed);
  let reason: string | null = null;
  for (let tries = 1; ; tries++) {
    begins(share, reason);
    try {
      return await run(share);
    } catch (error) {
      if (!(error instanceof TooBusy) || tries === TRIES || share <= LEAST_SHARE) throw error;
      reason = error.message;
      share = nextShare(share, error.busy);
    }
  }
}

/** Nominal number of terminals, consoles and so on at a share of the load; at least `least`. */
export function scaled(nominal: number, share: number, least = 1): number {
  return Math.max(least, Math.round(nominal * share));
}
