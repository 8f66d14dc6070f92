import { afterReading } from '../process/afterReading.ts';

/** Interval of the probes, and time without an answer after which the database counts as away, ms. */
const EVERY_MS = 5_000;
const AWAY_MS = 2_000;

/** Results of the latest probes. */
export interface ProbeState {
  /** True when the last probe was answered, and no answer is missing for `AWAY_MS`. */
  isUp: boolean;
  /** Duration of the last probe, or of the open one if that is longer, ms. */
  ms: number;
}

/** Probes the database periodically, one query at a time, so that readers of the state never wait for it. */
export interface Probe {
  state(): ProbeState;
  end(): void;
}

/**
 * @param query sends the query; rejects while the database is away
 * @param awayMs time without an answer after which the database counts as away, ms
 */
export function probeDatabase(
  query: () => Promise<unknown>,
  awayMs = AWAY_MS,
): Probe & { look(): Promise<void> } {
  const now = () => performance.now();
  let answered = true;
  let took = 0;
  let since: number | null = null;
  let isLate = false;
  let cancel = () => {};

  async function look(): Promise<void> {
    if (since !== null) return;
    since = now();
    cancel = afterReading(awayMs, () => {
      isLate = true;
    });
    try {
      await query();
      answered = true;
    } catch {
      answered = false;
    }
    cancel();
    isLate = false;
    took = now() - since;
    since = null;
  }
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return {
    look,
    state() {
      const open = since === null ? 0 : now() - since;
      return { isUp: answered && !isLate, ms: Math.max(took, open) };
    },
    end() {
      clearInterval(timer);
      cancel();
    },
  };
}
