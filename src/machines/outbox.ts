import { BehaviorSubject, map, type Observable, race, Subject, take } from 'rxjs';
import { errorCode } from '../../contract/api/errors.ts';
import type { CallOptions, HeldRequests } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { requestName, type SentRequest, setsState } from '../api/lostLink.ts';
import { type UnsentAction, unsentAction } from './unsentAction.ts';

/** Time after which one attempt to send an acknowledgement counts as lost, ms. */
const ATTEMPT_MS = 10_000;

/** Action whose request got no response. A person decides on it again, by the present state of its object. */
export interface Unsent {
  key: string;
  request: SentRequest;
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
  /** Name of the object of an action; empty: not known. */
  nameOf: (what: UnsentAction) => string;
  /** Tells a person that a request sent again had been carried out before. */
  onRepeat: () => void;
}

/** Requests that a lost link has held up (docs/rules/live.md#a-lost-link). */
export interface Outbox extends HeldRequests {
  /** Keys of the acknowledgements that wait for the link. */
  waiting$: BehaviorSubject<ReadonlySet<string>>;
  /** Actions to be decided on again, the oldest first. They are never sent by themselves. */
  unsent$: BehaviorSubject<readonly Unsent[]>;
  /**
   * Sends an acknowledgement, and sends it again when the link is back. The same key given again meanwhile
   * is the same acknowledgement. Resolves to null where somebody else has acknowledged while it waited, or nothing
   * is left to acknowledge. Rejects as the request does, for any reason but a lost link.
   */
  acknowledge<T>(key: string, send: (options: CallOptions) => Promise<T>): Promise<T | null>;
  /** Removes an action from `unsent$`. */
  dismiss(key: string): void;
  /** Forgets everything: another account may log in. */
  clear(): void;
}

const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.network && !error.aborted;

/** Creates the outbox of the console. */
export function createOutbox({ heard$, now, nameOf, onRepeat }: OutboxDeps): Outbox {
  const waiting$ = new BehaviorSubject<ReadonlySet<string>>(new Set());
  const unsent$ = new BehaviorSubject<readonly Unsent[]>([]);
  const cleared$ = new Subject<void>();
  const open = new Map<string, Promise<unknown>>();
  /** Idempotency keys of the held requests, by their names. */
  const keys = new Map<string, string>();

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

  function dismiss(key: string): void {
    keys.delete(key);
    const rest = unsent$.value.filter((one) => one.key !== key);
    if (rest.length !== unsent$.value.length) unsent$.next(rest);
  }

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
    keyOf: (request) => keys.get(requestName(request)),
    lost(request, idempotencyKey, afterMs) {
      const what = unsentAction(request);
      const key = requestName(request);
      const before = unsent$.value.find((one) => one.key === key);
      // An object that has ended meanwhile has no name any more.
      const name = nameOf(what) || before?.name || '';
      const others = unsent$.value.filter((one) => one !== before);
      unsent$.next([...others, { key, request, what, name, at: now() - afterMs }]);
      if (idempotencyKey !== undefined && !setsState(request)) keys.set(key, idempotencyKey);
    },
    answered(request, isRepeat) {
      dismiss(requestName(request));
      if (isRepeat) onRepeat();
    },
    dismiss,
    clear() {
      cleared$.next();
      open.clear();
      keys.clear();
      waiting$.next(new Set());
      unsent$.next([]);
    },
  };
}
