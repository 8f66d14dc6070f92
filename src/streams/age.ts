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

/** `live` under 2 s, `late` under 10 s, `stale` beyond (look: data age); `none`: there never was any data. */
export type AgeLevel = 'live' | 'late' | 'stale' | 'none';

export interface DataAge {
  level: AgeLevel;
  /** Age of what the screen shows, seconds to a tenth; null while there never was any data. */
  seconds: number | null;
}

export const LATE_MS = 2_000;
/** From this age on a banner says it, ms: the server writes at least once a second, so two frames are missing. */
export const TOLD_MS = 3_000;
export const STALE_MS = 10_000;

/**
 * How old the data on the screen is. It counts from the time the server wrote into the last frame, not from its
 * arrival: frames that a slow link delivers late are as old as they are. Nothing else decides it, so that no flag
 * can be left standing.
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
    map(([dataAt]) => (dataAt === null ? null : Math.max(0, now() - dataAt))),
    map((ms) => ({ level: levelOf(ms), seconds: ms === null ? null : Math.floor(ms / 100) / 10 })),
    distinctUntilChanged((a, b) => a.level === b.level && a.seconds === b.seconds),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Two computers' clocks part by no more than this share of the time, so the offset may grow so fast. */
const MAX_DRIFT = 200e-6;

/**
 * The local time to which the data of each frame belongs. The smallest difference seen between local arrival and
 * server time is taken as the offset of the two clocks, allowing for their drift; it starts anew with each
 * connection, because either clock may have been set meanwhile.
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

/** The level of an age in ms. */
export function levelOf(ms: number | null): AgeLevel {
  if (ms === null) return 'none';
  if (ms < LATE_MS) return 'live';
  return ms < STALE_MS ? 'late' : 'stale';
}
