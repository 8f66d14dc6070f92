import type { SignalReading } from '../../../contract/protocol/signalReport.ts';
import { outsideRequest } from '../../platform/db/requestWrites.ts';
import type { Gathered, Last } from './signal.repository.ts';

/** Collection time of one write, ms: readings lost by a crash at most. */
const GATHER_MS = 5_000;
const RETRY_MS = 5_000;

export interface Gatherer {
  add(last: Last, csq: SignalReading['csq']): void;
  /** Writes pending readings now, so that a reader sees all of them. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Aggregates readings by terminal and hour, so that ten thousand terminals cause one write every few seconds.
 * Readings that cannot be written are kept; memory is bounded to one entry per terminal and hour.
 */
export function createGatherer(
  store: (gathered: readonly Gathered[], last: readonly Last[]) => Promise<void>,
  log: { error(details: object, message: string): void },
): Gatherer {
  let hours = new Map<string, Gathered>();
  let lasts = new Map<number, Last>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function gather(one: Gathered): void {
    const key = `${one.terminal_id}:${one.hour}`;
    const held = hours.get(key);
    if (held === undefined) {
      hours.set(key, one);
      return;
    }
    held.csq_sum += one.csq_sum;
    held.count += one.count;
    held.csq_min = Math.min(held.csq_min, one.csq_min);
    held.csq_max = Math.max(held.csq_max, one.csq_max);
    held.reported_at = Math.max(held.reported_at, one.reported_at);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      if (hours.size === 0) return;
      const [gathered, last] = [hours, lasts];
      hours = new Map();
      lasts = new Map();
      try {
        await store([...gathered.values()], [...last.values()]);
      } catch (error) {
        log.error({ err: error }, 'readings of 4G signal could not be written; it is tried again');
        for (const one of gathered.values()) gather(one);
        for (const [id, one] of last) if (!lasts.has(id)) lasts.set(id, one);
        timer ??= setTimeout(flush, RETRY_MS).unref();
      }
    });
    return writing;
  }

  return {
    add(last, csq) {
      const { terminal_id, reported_at } = last;
      const hour = Math.floor(reported_at / 3600);
      gather({ terminal_id, hour, csq_sum: csq, count: 1, csq_min: csq, csq_max: csq, reported_at });
      lasts.set(terminal_id, last);
      timer ??= setTimeout(() => outsideRequest(flush), GATHER_MS).unref();
    },
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}
