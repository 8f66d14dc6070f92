import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Load of this process since the last reading. */
export interface Load {
  /** Processor time, percent of one core. */
  cpu_pct: number;
  /** Longest delay of the event loop, ms. */
  delay_ms: number;
  memory_mb: number;
}

export interface LoadMeter {
  /** Returns the load since the last call, or since the start. */
  read(): Load;
  end(): void;
}

/** Resolution of the delay, ms: as the metrics of the process. */
const RESOLUTION_MS = 20;
const MB = 1_048_576;

/** Measures the processor time, the delay of the event loop and the memory of this process. */
export function createLoadMeter(): LoadMeter {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let usage = process.cpuUsage();
  let at = performance.now();
  return {
    read() {
      const passedMs = Math.max(1, performance.now() - at);
      const { user, system } = process.cpuUsage(usage);
      const load = {
        cpu_pct: (user + system) / 10 / passedMs,
        // The histogram measures the interval of its timer, whose resolution is no delay.
        delay_ms: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
        memory_mb: process.memoryUsage.rss() / MB,
      };
      usage = process.cpuUsage();
      at = performance.now();
      delay.reset();
      return load;
    },
    end: () => void delay.disable(),
  };
}
