import {
  asyncScheduler,
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  interval,
  map,
  type Observable,
  of,
  type SchedulerLike,
  scan,
  shareReplay,
  startWith,
  switchMap,
} from 'rxjs';
import type { LiveSocket } from '../api/socket.ts';
import type { Connection } from './connection.ts';

/** Freshness of data: `live` under 2 s, `late` under 10 s, `stale` beyond; `none`: no data so far. */
export type AgeLevel = 'live' | 'late' | 'stale' | 'none';

export interface DataAge {
  level: AgeLevel;
  /** Age of the data on the screen, seconds to a tenth; null without data so far. */
  seconds: number | null;
}

export const LATE_MS = 2_000;
/**
 * Age from which a banner shows it, ms: the server writes at least once a second, so two frames are missing.
 */
export const BANNER_MS = 3_000;
export const STALE_MS = 10_000;
/** Time for which a shown age of live data stands, ms: one that changed with each frame would distract and cost a layout each time. */
const STEADY_MS = 1_000;

/**
 * Computes the age of the data on the screen. It counts from the server time in the last frame, not from the
 * arrival: frames that a slow connection delivers late are as old as they are. The age is always derived,
 * never a flag that could be left set.
 */
export function createAge(
  connection: Pick<Connection, 'state$'>,
  now: () => number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<DataAge> {
  const dataAt$ = connection.state$.pipe(
    switchMap((state) => {
      if (state.status === 'idle') return of(null);
      return state.socket === null ? EMPTY : dataTimes(state.socket, now);
    }),
    startWith(null),
  );
  const clock$ = interval(250, scheduler).pipe(startWith(0));
  return combineLatest([dataAt$, clock$]).pipe(
    map(([dataAt]) => ({ at: now(), ms: dataAt === null ? null : Math.max(0, now() - dataAt) })),
    map(({ at, ms }) => ({
      at,
      level: levelOf(ms),
      seconds: ms === null ? null : Math.floor(ms / 100) / 10,
    })),
    distinctUntilChanged(
      (a, b) =>
        a.level === b.level && (a.level === 'live' ? b.at - a.at < STEADY_MS : a.seconds === b.seconds),
    ),
    map(({ level, seconds }) => ({ level, seconds })),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Largest relative drift of two computer clocks: the offset may grow at this rate. */
const MAX_DRIFT = 200e-6;

/**
 * Emits the local time at which the data of each frame was written. The smallest difference between local
 * arrival and server time counts as the offset of the clocks, with an allowance for drift. It is measured
 * again for each connection, because either clock may have been set since.
 */
function dataTimes(socket: LiveSocket, now: () => number): Observable<number> {
  return socket.messages$.pipe(
    switchMap((message) => (message.type === 'frame' ? of(message.at) : EMPTY)),
    scan(
      (last, at) => {
        const arrival = now();
        const drifted = last.offset + (arrival - last.arrival) * MAX_DRIFT;
        const offset = Math.min(drifted, arrival - at);
        return { arrival, offset, dataAt: at + offset };
      },
      { arrival: 0, offset: Number.POSITIVE_INFINITY, dataAt: 0 },
    ),
    map(({ dataAt }) => dataAt),
  );
}

/** Returns the age of data of which changes have waited for `waitMs`, ms, before they are shown. */
export function ageOf(age: DataAge, waitMs: number): DataAge {
  if (age.seconds === null) return age;
  const ms = age.seconds * 1000 + waitMs;
  return { level: levelOf(ms), seconds: Math.floor(ms / 100) / 10 };
}

/** Returns the level of an age in ms. */
export function levelOf(ms: number | null): AgeLevel {
  if (ms === null) return 'none';
  if (ms < LATE_MS) return 'live';
  return ms < STALE_MS ? 'late' : 'stale';
}
