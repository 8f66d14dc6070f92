import { Counter, Histogram, type Registry } from 'prom-client';

/** Lateness after which a run is counted as late, ms. */
const LATE_MS = 1_000;

/** Counters of the outcomes of scheduled runs. */
export interface ScheduleCounters {
  /**
   * Counts a run that began.
   * @param due wall time at which it was due, ms
   * @param at wall time at which it begins, ms
   */
  begun(due: number, at: number): void;
  missed(): void;
  failed(): void;
}

/** Registers Prometheus metrics of scheduled runs. Manual starts are not counted. */
export function scheduleMetrics(metrics: Registry): ScheduleCounters {
  const registers = [metrics];
  const runs = new Counter({
    name: 'tocsin_schedule_runs_total',
    help: 'Scheduled runs by result: on time, late (by more than a second), missed, failed',
    labelNames: ['outcome'],
    registers,
  });
  const lateness = new Histogram({
    name: 'tocsin_schedule_lateness_seconds',
    help: 'Time from the due time of a scheduled run to the playback time of its first packet',
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 60, 600],
    registers,
  });
  // Counters exist from the start: the rate of a counter that appears with its first event would miss that
  // event.
  for (const outcome of ['in_time', 'late', 'missed', 'failed']) runs.inc({ outcome }, 0);
  return {
    begun(due, at) {
      const lateMs = Math.max(0, at - due);
      lateness.observe(lateMs / 1000);
      runs.inc({ outcome: lateMs > LATE_MS ? 'late' : 'in_time' });
    },
    missed: () => runs.inc({ outcome: 'missed' }),
    failed: () => runs.inc({ outcome: 'failed' }),
  };
}
