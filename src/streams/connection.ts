import {
  asyncScheduler,
  catchError,
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  race,
  repeat,
  type SchedulerLike,
  share,
  shareReplay,
  switchMap,
  take,
  tap,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { SERVER_STOPS, type ToConsole } from '../../contract/api/live.ts';
import { type LiveSocket, SocketClosed } from '../api/socket.ts';

/**
 * `idle`: nobody is logged in. `connecting`: first attempt of this login. `live`: frames arrive.
 * `reconnecting`: the connection was lost and is being tried again. `offline`: the same, and the browser
 * reports no network.
 */
export type ConnectionStatus = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'offline';

/** The attempt to reconnect that is in progress or due; the first one is 1. */
export interface Retry {
  attempt: number;
  /** Start of the attempt, ms of the connection's clock; null while it is in progress. */
  at: number | null;
  /** The server announced that it stops: the connection was not lost by a fault of the network. */
  stopped: boolean;
}

export type ConnectionState =
  | { status: 'live'; socket: LiveSocket }
  | { status: 'reconnecting' | 'offline'; socket: null; retry: Retry }
  | { status: 'idle' | 'connecting'; socket: null };

export interface Connection {
  state$: Observable<ConnectionState>;
  status$: Observable<ConnectionStatus>;
  /** The attempt to reconnect; null while there is none. */
  retry$: Observable<Retry | null>;
  /** The server ended the login: treated like that code of a response (contract/api/live.ts). */
  ended$: Observable<Extract<ToConsole, { type: 'ended' }>>;
  /** The login is idle: the time left to its automatic logout; null: it is active again. */
  idle$: Observable<Extract<ToConsole, { type: 'idle' }>>;
  /** The rights or zones of the login have changed. */
  rights$: Observable<Extract<ToConsole, { type: 'rights' }>>;
  /** Every message of the live socket. */
  messages$: Observable<ToConsole>;
}

export interface ConnectionDeps {
  /** Opens a socket at each subscription (api/socket.ts). */
  open: Observable<LiveSocket>;
  /** True while a login needs the connection. */
  wanted$: Observable<boolean>;
  /** Network state by the browser; a hint only, since it is wrong on some machines. */
  isOnline: () => boolean;
  /** Emits to try now: the network came back, the page became visible, or the user asks for it. */
  wake$: Observable<unknown>;
  /** Monotonic clock, ms. */
  now: () => number;
  random?: () => number;
  scheduler?: SchedulerLike;
}

/** First and longest delay after a lost connection, ms. */
export const BACKOFF_MS = { first: 500, longest: 10_000 } as const;
/** Time after which a socket that is not open is given up, ms. */
export const OPEN_TIMEOUT_MS = 10_000;
/** Silence after which a connection counts as dead, ms: the server sends at least once a second. */
export const SILENCE_MS = 15_000;
/** The same after a wake-up, when a dead connection is likely, ms. */
export const WAKE_SILENCE_MS = 3_000;

/**
 * Delay before attempt `n` (0-based) after a loss: doubles up to the longest, the upper half of it random.
 */
export function backoff(n: number, random: () => number): number {
  const full = Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** n);
  return full / 2 + (full / 2) * random();
}

/** Creates the live connection. It never logs out: it reconnects until no login needs it. */
export function createConnection(deps: ConnectionDeps): Connection {
  const scheduler = deps.scheduler ?? asyncScheduler;
  const random = deps.random ?? Math.random;
  const wake$ = deps.wake$.pipe(share());

  /** Errors when the connection is silent for too long; completes with the socket. */
  function watch(socket: LiveSocket): Observable<never> {
    let heard = deps.now();
    return merge(
      socket.messages$.pipe(
        tap(() => {
          heard = deps.now();
        }),
        timeout({ each: SILENCE_MS, scheduler }),
      ),
      wake$.pipe(
        filter(() => deps.now() - heard > WAKE_SILENCE_MS),
        mergeMap(() => throwError(() => new Error('silent after wake-up'))),
      ),
    ).pipe(ignoreElements());
  }

  function attempts(): Observable<ConnectionState> {
    let failures = -1;
    let wait = 0;
    let stopped = false;
    const lost = (at: number | null): ConnectionState => ({
      status: deps.isOnline() ? 'reconnecting' : 'offline',
      socket: null,
      retry: { attempt: failures + 1, at, stopped },
    });
    const attempt = defer(() =>
      concat(
        of(failures < 0 ? ({ status: 'connecting', socket: null } as const) : lost(null)),
        deps.open.pipe(
          timeout({ first: OPEN_TIMEOUT_MS, scheduler }),
          switchMap((socket) => {
            failures = -1;
            stopped = false;
            return concat(of({ status: 'live', socket } as const), watch(socket));
          }),
          catchError((error: unknown) => {
            stopped ||= error instanceof SocketClosed && error.code === SERVER_STOPS;
            return EMPTY;
          }),
        ),
        defer(() => {
          failures += 1;
          wait = backoff(failures, random);
          return of(lost(deps.now() + wait));
        }),
      ),
    );
    return attempt.pipe(repeat({ delay: () => race(timer(wait, scheduler), wake$).pipe(take(1)) }));
  }

  const state$ = deps.wanted$.pipe(
    distinctUntilChanged(),
    switchMap((wanted) => (wanted ? attempts() : of<ConnectionState>({ status: 'idle', socket: null }))),
    distinctUntilChanged(
      (a, b) => a.status === b.status && a.socket === b.socket && sameRetry(retryOf(a), retryOf(b)),
    ),
    shareReplay({ bufferSize: 1, refCount: true }),
  );

  const messages$ = state$.pipe(
    switchMap((state) => (state.socket === null ? EMPTY : state.socket.messages$)),
  );

  return {
    state$,
    status$: state$.pipe(
      map((state) => state.status),
      distinctUntilChanged(),
    ),
    retry$: state$.pipe(map(retryOf), distinctUntilChanged(sameRetry)),
    ended$: messages$.pipe(filter((message) => message.type === 'ended')),
    idle$: messages$.pipe(filter((message) => message.type === 'idle')),
    rights$: messages$.pipe(filter((message) => message.type === 'rights')),
    messages$,
  };
}

function retryOf(state: ConnectionState): Retry | null {
  return 'retry' in state ? state.retry : null;
}

function sameRetry(a: Retry | null, b: Retry | null): boolean {
  return a?.attempt === b?.attempt && a?.at === b?.at && a?.stopped === b?.stopped;
}
