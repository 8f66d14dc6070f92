import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { Topic } from '../../platform/live/hub.ts';
import { afterReading } from '../../platform/process/afterReading.ts';
import type { Faults } from './faults.ts';

/** Interval of the queries that check the database, and time limit of their answer, ms. */
const defaultTimes = { everyMs: 2_000, answerMs: 1_000 };

/** Id of the live row while nothing can be stored; stored faults never have it. */
const UNSTORED_ID = 0;

/**
 * Watches the database. While it is away its fault cannot be stored: it is only published on the live topic,
 * and stored (opened and resolved) once the database is back.
 * @param deps.query sends any query; rejects while the database is away
 */
export function watchDatabase(deps: {
  query: () => Promise<void>;
  faults: Pick<Faults, 'open' | 'resolve' | 'allOpen' | 'settled'>;
  topic: Pick<Topic<Fault>, 'upsert' | 'remove'>;
  times?: typeof defaultTimes;
}): { end(): void } {
  const times = deps.times ?? defaultTimes;
  let since: number | null = null;
  let rev = 0;
  let isQuerying = false;
  let ended = false;

  function lost(): void {
    if (since !== null) return;
    since = Math.floor(Date.now() / 1000);
    // A stored fault that chatters is still open: it is shown as present again, and updated in the database
    // later.
    const stored = deps.faults.allOpen().find(({ kind }) => kind === 'database');
    if (stored !== undefined) {
      deps.topic.upsert({ ...stored, cleared_at: null }, stored.rev);
      return;
    }
    const row: Fault = {
      id: UNSTORED_ID,
      kind: 'database',
      subject: 'site',
      terminal_id: null,
      org: null,
      params: {},
      state: 'new',
      opened_at: since,
      acknowledged_at: null,
      acknowledged_by_name: null,
      resolved_at: null,
      shelved_until: null,
      shelved_by: '',
      chatter: 0,
      cleared_at: null,
      subnet: '',
      rev: ++rev,
    };
    deps.topic.upsert(row, rev);
  }
  async function back(): Promise<void> {
    if (since === null) return;
    since = null;
    deps.topic.remove(UNSTORED_ID, ++rev);
    deps.faults.open({ kind: 'database', subject: 'site' });
    await deps.faults.settled();
    deps.faults.resolve('database', 'site');
  }

  async function query(): Promise<void> {
    if (isQuerying) return;
    isQuerying = true;
    const answered = afterReading(times.answerMs, lost);
    try {
      await deps.query();
      await back();
    } catch {
      if (!ended) lost();
    } finally {
      answered();
      isQuerying = false;
    }
  }
  const timer = setInterval(() => void query(), times.everyMs);
  timer.unref();
  return {
    end() {
      ended = true;
      clearInterval(timer);
    },
  };
}
