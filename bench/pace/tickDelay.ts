import { type Figures, percentile, rounded } from '../parts/harness.ts';

/** Interval of the ticks that begin the steps of alarms and send audio, ms. */
const TICK_MS = 50;

/** Delays of the ticks of an event loop during some time, ms, while `work` is called for each of them. */
export function tickDelays(ms: number, work: (tick: number) => void): Promise<number[]> {
  return new Promise((resolve) => {
    const delays: number[] = [];
    const begun = performance.now();
    const next = (tick: number) => {
      const due = begun + tick * TICK_MS;
      setTimeout(
        () => {
          delays.push(Math.max(0, performance.now() - due));
          if (tick * TICK_MS >= ms) return resolve(delays);
          work(tick);
          next(tick + 1);
        },
        Math.max(0, due - performance.now()),
      );
    };
    next(1);
  });
}

/** Figures of delays, ms. */
export function tickFigures(delays: readonly number[]): Figures {
  return {
    tick_p50_ms: rounded(percentile(delays, 0.5)),
    tick_p99_ms: rounded(percentile(delays, 0.99)),
    tick_max_ms: rounded(Math.max(...delays)),
  };
}
