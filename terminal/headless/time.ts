import { performance } from 'node:perf_hooks';

/** The machine's monotonic clock at performance.now() = 0, µs. */
const BASE_US = Number(process.hrtime.bigint()) / 1e3 - performance.now() * 1e3;

/** The machine's monotonic clock, µs; the same in every process of this machine. */
export function monotonicUs(): number {
  return BASE_US + performance.now() * 1e3;
}
