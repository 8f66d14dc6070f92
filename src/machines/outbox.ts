import { BehaviorSubject, map, type Observable, race, Subject, take } from 'rxjs';
import { errorCode } from '../../contract/api/errors.ts';
import type { AlarmAction } from '../../contract/codes.ts';
import type { CallOptions } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import type { PlaybackAction } from './playback.ts';

/** Time after which one attempt to send counts as lost, ms. */
const ATTEMPT_MS = 10_000;

/** Action that a person must decide on again. The views show the present state of its object. */
export type UnsentAction =
  | { on: 'task' | 'scheduled_task' | 'capturer_task'; id: number; action: PlaybackAction }
  | { on: 'all'; org: number | null }
  | { on: 'alarm'; plan: number; alarm: number | null; action: AlarmAction };

/** Action whose request got no response. */
export interface Unsent {
  key: string;
  what: UnsentAction;
  /** Name of its object at the press; empty: everything, or not known. */
  name: string;
  /** Time of the press, monotonic ms. */
  at: number;
}

export interface OutboxDeps {
  /** Emits at each message of the live connection, which proves that the link works. */
  heard$: Observable<unknown>;
  /** Monotonic clock, ms. */
  now: () => number;
}

/** Requests that a lost link has held up (docs/rules/live.md#a-lost-link). */
export interface Outbox {
  /** Keys of the acknowledgements that wait for the link. */
  waiting$: BehaviorSubject<ReadonlySet<string>>;
  /** Actions to be decided on again, the oldest first. */
  unsent$: BehaviorSubject<readonly Unsent[]>;
  /**
   * Sends an acknowledgement, and sends it again when the link is back. The same key given again meanwhile
   * is the same acknowledgement. Resolves to null where somebody else has acknowledged while it waited, or nothing
   * is left to acknowledge. Rejects as the request does, for any reason but a lost link.
   */
  acknowledge<T>(key: string, send: (options: CallOptions) => Promise<T>): Promise<T | null>;
  /**
   * Sends an action that is never repeated later by itself, and keeps it in `unsent$` where it got no response.
   * Resolves and rejects as the request does.
   */
  attempt<T>(what: UnsentAction, name: string, send: (options: CallOptions) => Promise<T>): Promise<T>;
  /** Removes an action from `unsent$`. */
  dismiss(key: string): void;
  /** Forgets everything: another account may log in. */
  clear(): void;
}

const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.network && !error.aborted;

/** Creates the outbox of the console. */
export function createOutbox({ heard$, now }: OutboxDeps): Outbox {
  const waiting$ = new BehaviorSubject<ReadonlySet<string>>(new Set());
  const unsent$ = new BehaviorSubject<readonly Unsent[]>([]);
  const cleared$ = new Subject<void>();
  const open = new Map<string, Promise<unknown>>();

  function wait(key: string, is: boolean): void {
    const next = new Set(waiting$.value);
    if (is) next.add(key);
    else next.delete(key);
    if (next.size !== waiting$.value.size) waiting$.next(next);
  }

  /** Resolves when the link works; to false when the login has ended before. */
  const linkBack = () =>
    new Promise<boolean>((resolve) => {
      race(heard$.pipe(map(() => true)), cleared$.pipe(map(() => false)))
        .pipe(take(1))
        .subscribe({ next: resolve, complete: () => resolve(false) });
    });

  async function deliver<T>(key: string, send: (options: CallOptions) => Promise<T>): Promise<T | null> {
    for (let isLate = false; ; isLate = true) {
      try {
        return await send({ quiet: true, timeoutMs: ATTEMPT_MS });
      } catch (error) {
        if (isLate && error instanceof ApiError && error.code === errorCode.refused) return null;
        if (!isLost(error)) throw error;
        wait(key, true);
        if (!(await linkBack())) throw new ApiError({ code: 0, message: error.message, aborted: true });
      }
    }
  }

  const keyOf = (what: UnsentAction) => JSON.stringify(what);
  const dismiss = (key: string) => {
    const rest = unsent$.value.filter((one) => one.key !== key);
    if (rest.length !== unsent$.value.length) unsent$.next(rest);
  };

  return {
    waiting$,
    unsent$,
    acknowledge<T>(key: string, send: (options: CallOptions) => Promise<T>) {
      const known = open.get(key);
      if (known !== undefined) return known as Promise<T | null>;
      const result = deliver(key, send).finally(() => {
        open.delete(key);
        wait(key, false);
      });
      open.set(key, result);
      return result;
    },
    async attempt(what, name, send) {
      const key = keyOf(what);
      const at = now();
      dismiss(key);
      try {
        return await send({ timeoutMs: ATTEMPT_MS });
      } catch (error) {
        if (isLost(error)) {
          dismiss(key);
          unsent$.next([...unsent$.value, { key, what, name, at }]);
        }
        throw error;
      }
    },
    dismiss,
    clear() {
      cleared$.next();
      open.clear();
      waiting$.next(new Set());
      unsent$.next([]);
    },
  };
}
