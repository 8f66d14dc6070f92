import { setTimeout as delay } from 'node:timers/promises';
import type { FaultSink } from '../faults/faults.ts';

/** Waits between the attempts of a job, ms: each is twice the one before, up to the longest. */
const WAIT_MS = { first: 1_000, longest: 30_000 };
/** A job that has failed so often is told as a fault. */
const TOLD_AFTER = 3;

/** Jobs in the background that are made ready for playing. */
export type BuiltKind = 'file' | 'preset_text';

export interface Retries {
  /**
   * Makes an attempt at a job, and another after a while for as long as one rejects: the database was away, or the disk was
   * full. What a job itself refuses is its result and no reason to try again.
   * @returns once an attempt has succeeded, or `signal` or the end of the server has ended the job
   */
  run(attempt: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Ends every wait; what is not done goes on at the next start. */
  close(): void;
}

/** @param deps.wait waits so many ms; rejects when the signal is aborted */
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

  function tell(): void {
    if (stuck.size === 0) faults.drop('build_waiting', kind);
    else faults.open({ kind: 'build_waiting', subject: kind, params: { what: kind, count: stuck.size } });
  }
  // Of the last start: everything is tried anew.
  tell();

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
            log.error({ err, kind, failed }, 'a sound could not be made ready; it is tried again');
          }
          if (failed === TOLD_AFTER) {
            stuck.add(job);
            tell();
          }
          await wait(ms, signal).catch(() => {});
          ms = Math.min(2 * ms, WAIT_MS.longest);
        }
      } finally {
        // The end of the server resolves nothing.
        if (stuck.delete(job) && !closing.signal.aborted) tell();
      }
    },
    close: () => closing.abort(),
  };
}
