import { BehaviorSubject, Observable, Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { SERVER_STOPS, type ToConsole } from '../../contract/api/live.ts';
import { type LiveSocket, SocketClosed } from '../../src/api/socket.ts';
import {
  BACKOFF_MS,
  backoff,
  type ConnectionState,
  type ConnectionStatus,
  createConnection,
  OPEN_TIMEOUT_MS,
  type Retry,
  SILENCE_MS,
} from '../../src/streams/connection.ts';
import { Clock } from '../support/clock.ts';

/** One attempt to open a socket, operated by the test. */
interface Attempt {
  at: number;
  closed: boolean;
  open(): void;
  /** Closes with a code; without one, as a connection that breaks. */
  drop(code?: number): void;
  receive(message: ToConsole): void;
}

const frame: ToConsole = { type: 'frame', at: 0, updates: [] };

function setup() {
  const clock = new Clock();
  const attempts: Attempt[] = [];
  const wanted$ = new BehaviorSubject(false);
  const wake$ = new Subject<void>();
  const browser = { online: true };
  const connection = createConnection({
    open: new Observable<LiveSocket>((subscriber) => {
      const messages$ = new Subject<ToConsole>();
      const attempt: Attempt = {
        at: clock.now(),
        closed: false,
        open: () => subscriber.next({ messages$, send: () => {} }),
        drop: (code) => {
          messages$.complete();
          subscriber.error(code === undefined ? new Error('closed') : new SocketClosed(code, ''));
        },
        receive: (message) => messages$.next(message),
      };
      attempts.push(attempt);
      return () => {
        attempt.closed = true;
      };
    }),
    wanted$,
    isOnline: () => browser.online,
    wake$,
    now: () => clock.now(),
    random: () => 1,
    scheduler: clock,
  });
  const statuses: ConnectionStatus[] = [];
  const states: ConnectionState[] = [];
  const retries: (Retry | null)[] = [];
  const ended: number[] = [];
  connection.state$.subscribe((state) => states.push(state));
  connection.status$.subscribe((status) => statuses.push(status));
  connection.retry$.subscribe((retry) => retries.push(retry));
  connection.ended$.subscribe(({ code }) => ended.push(code));
  const last = () => attempts.at(-1)!;
  return { clock, attempts, last, wanted$, wake$, browser, statuses, states, retries, ended };
}

describe('connection', () => {
  test('is idle until a login, then connecting, live, and idle again', () => {
    const { wanted$, last, statuses, states } = setup();
    wanted$.next(true);
    last().open();
    expect(states.at(-1)).toMatchObject({ status: 'live', socket: expect.anything() });
    wanted$.next(false);
    expect(last().closed).toBe(true);
    expect(statuses).toEqual(['idle', 'connecting', 'live', 'idle']);
  });

  test('a lost connection is reported at once and retried, with growing delays', () => {
    const { clock, wanted$, attempts, last, statuses } = setup();
    wanted$.next(true);
    last().open();
    last().drop();
    expect(statuses).toEqual(['idle', 'connecting', 'live', 'reconnecting']);
    for (let i = 0; i < 8; i++) {
      clock.advance(BACKOFF_MS.longest);
      last().drop();
    }
    const waits = attempts.slice(1).map((attempt, i) => attempt.at - (i === 0 ? 0 : BACKOFF_MS.longest * i));
    expect(waits.slice(0, 6)).toEqual([500, 1000, 2000, 4000, 8000, 10_000]);
    expect(statuses.at(-1)).toBe('reconnecting');
  });

  test('delays start small again after the connection was live', () => {
    const { clock, wanted$, attempts, last } = setup();
    wanted$.next(true);
    for (let i = 0; i < 5; i++) {
      last().drop();
      clock.advance(BACKOFF_MS.longest);
    }
    last().open();
    const lostAt = clock.now();
    last().drop();
    clock.advance(BACKOFF_MS.longest);
    expect(attempts.find((attempt) => attempt.at > lostAt)?.at).toBe(lostAt + BACKOFF_MS.first);
  });

  test('the delay is never less than half of its full length, so that consoles do not reconnect all at once', () => {
    for (let n = 0; n < 20; n++) {
      const full = Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** n);
      expect(backoff(n, () => 0)).toBe(full / 2);
      expect(backoff(n, () => 0.999)).toBeLessThanOrEqual(full);
    }
  });

  test('without a network it is offline, and retries at once when the network is back', () => {
    const { clock, wanted$, wake$, browser, attempts, last, statuses } = setup();
    wanted$.next(true);
    last().open();
    browser.online = false;
    last().drop();
    expect(statuses.at(-1)).toBe('offline');
    browser.online = true;
    const before = attempts.length;
    wake$.next();
    expect(attempts).toHaveLength(before + 1);
    expect(statuses.at(-1)).toBe('reconnecting');
    last().open();
    expect(statuses.at(-1)).toBe('live');
    expect(clock.now()).toBe(0);
  });

  test('a silent connection is given up; a frame a second keeps it', () => {
    const { clock, wanted$, last, statuses } = setup();
    wanted$.next(true);
    last().open();
    for (let i = 0; i < 60; i++) {
      clock.advance(1000);
      last().receive(frame);
    }
    expect(statuses.at(-1)).toBe('live');
    clock.advance(SILENCE_MS);
    expect(statuses.at(-1)).toBe('reconnecting');
  });

  test('after a wake-up a connection silent for 3 s is given up at once, a live one is kept', () => {
    const { clock, wanted$, wake$, last, statuses } = setup();
    wanted$.next(true);
    last().open();
    clock.advance(2000);
    wake$.next();
    expect(statuses.at(-1)).toBe('live');
    clock.advance(2000);
    wake$.next();
    expect(statuses.at(-1)).toBe('reconnecting');
  });

  test('an attempt without success is given up after 10 s', () => {
    const { clock, wanted$, attempts, statuses } = setup();
    wanted$.next(true);
    clock.advance(OPEN_TIMEOUT_MS);
    expect(attempts[0]!.closed).toBe(true);
    expect(statuses.at(-1)).toBe('reconnecting');
    clock.advance(BACKOFF_MS.first);
    expect(attempts).toHaveLength(2);
  });

  test('a server that announces its stop is shown at every attempt, until it is back', () => {
    const { clock, wanted$, last, retries } = setup();
    wanted$.next(true);
    last().open();
    last().drop(SERVER_STOPS);
    expect(retries.at(-1)).toMatchObject({ attempt: 1, stopped: true });
    clock.advance(BACKOFF_MS.first);
    last().drop();
    expect(retries.at(-1)).toMatchObject({ attempt: 2, stopped: true });
    clock.advance(BACKOFF_MS.longest);
    last().open();
    expect(retries.at(-1)).toBeNull();
    last().drop(1006);
    expect(retries.at(-1)).toMatchObject({ attempt: 1, stopped: false });
  });

  test('retry$ gives the number of the attempt, and when the next one is due', () => {
    const { clock, wanted$, wake$, attempts, last, retries } = setup();
    wanted$.next(true);
    last().open();
    expect(retries.at(-1)).toBeNull();
    last().drop();
    expect(retries.at(-1)).toEqual({ attempt: 1, at: BACKOFF_MS.first, stopped: false });
    clock.advance(BACKOFF_MS.first);
    expect(retries.at(-1)).toEqual({ attempt: 1, at: null, stopped: false });
    last().drop();
    expect(retries.at(-1)).toEqual({ attempt: 2, at: BACKOFF_MS.first * 3, stopped: false });
    const before = attempts.length;
    wake$.next();
    expect(attempts).toHaveLength(before + 1);
    expect(retries.at(-1)).toEqual({ attempt: 2, at: null, stopped: false });
    last().open();
    expect(retries.at(-1)).toBeNull();
  });

  test('the end of the login is reported', () => {
    const { wanted$, last, ended } = setup();
    wanted$.next(true);
    last().open();
    last().receive({ type: 'ended', code: 998, message: '' });
    expect(ended).toEqual([998]);
  });
});
