import type { FaultSink } from './faults.ts';

const CHECK_MS = 10_000;
/** Difference between wall and monotonic clock that time synchronisation cannot make by slewing, ms. */
const JUMP_MS = 2_000;
/** Time without another jump after which the fault is resolved, ms. */
const CALM_MS = 3_600_000;

export interface Clocks {
  /** Epoch ms. */
  wall: () => number;
  /** Monotonic ms. */
  steady: () => number;
}

/**
 * Opens a fault when the wall clock, which schedules use, is set or jumps. Playing uses the monotonic clock
 * and is not affected.
 */
export function watchClock(
  faults: FaultSink,
  clocks: Clocks = { wall: Date.now, steady: () => performance.now() },
): { check(): void; end(): void } {
  let offset = clocks.wall() - clocks.steady();
  let jumped = 0;
  let jumpedAt = clocks.steady();
  function check(): void {
    const now = clocks.wall() - clocks.steady();
    const jump = now - offset;
    offset = now;
    if (Math.abs(jump) >= JUMP_MS) {
      jumped += jump;
      jumpedAt = clocks.steady();
    }
    const back = Math.abs(jumped) < JUMP_MS;
    if (!back && clocks.steady() - jumpedAt < CALM_MS)
      faults.open({ kind: 'clock', subject: 'wall', params: { jump_s: Math.round(jumped / 1000) } });
    else {
      jumped = 0;
      faults.resolve('clock', 'wall');
    }
  }
  const timer = setInterval(check, CHECK_MS);
  timer.unref();
  check();
  return { check, end: () => clearInterval(timer) };
}
