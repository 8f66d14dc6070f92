import { setTimeout as delay } from 'node:timers/promises';
import type { FaultSink } from '../../site/faults/faults.ts';

/** Delays between the attempts of a job, ms: each is twice the one before, up to the longest. */
const WAIT_MS = { first: 1_000, longest: 30_000 };
/** Attempts after which a failing job raises a fault. */
const FAULT_AFTER = 3;

/** Kinds of background jobs. */
export type BuiltKind = 'file' | 'preset_text';

export interface Retries {
  /**
   * Runs a job and retries it while it rejects: the database was unavailable, or the disk was full. A refusal by the
   * job itself is a result and is not retried.
   * @returns once an attempt has succeeded, or `signal` or the shutdown of the server has ended the job
   */
  run(attempt: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Ends every wait; unfinished jobs continue at the next start. */
  close(): void;
}

/** @param deps.wait waits the given ms; rejects when the signal is aborted */
export function createRetries(deps: {
  kind: BuiltKind;
  faults: Pick<FaultSink, 'open' | 'drop'>;
  log: { error(details: object, message: string): void };
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}): Retries {
  const { kind, faults, log } = deps;
  const wait = deps.wait ?? ((ms, signal) => delay(ms, undefined, { signal }));
  const closing = new AbortController();
  const stuck = new Set<object>();

  function updateFault(): void {
    if (stuck.size === 0) faults.drop('build_waiting', kind);
    else faults.open({ kind: 'build_waiting', subject: kind, params: { what: kind, count: stuck.size } });
  }
  // Clears the fault of the previous start: all jobs begin again.
  updateFault();

  return {
    async run(attempt, own) {
      const signal = AbortSignal.any([own, closing.signal]);
      const job = {};
      let ms = WAIT_MS.first;
      try {
        for (let failed = 1; !signal.aborted; failed++) {
          try {
            return await attempt();
          } catch (err) {
            if (signal.aborted) return;
            log.error({ err, kind, failed }, 'audio preparation failed; will retry');
          }
          if (failed === FAULT_AFTER) {
            stuck.add(job);
            updateFault();
          }
          await wait(ms, signal).catch(() => {});
          ms = Math.min(2 * ms, WAIT_MS.longest);
        }
      } finally {
        // A shutdown resolves no fault.
        if (stuck.delete(job) && !closing.signal.aborted) updateFault();
      }
    },
    close: () => closing.abort(),
  };
}
