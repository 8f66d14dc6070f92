import { errorCode } from '../../contract/api/errors.ts';
import { exceptionOf } from '../../contract/api/idempotencyExceptions.ts';
import type { ApiError } from './error.ts';

/**
 * Delays before a request with an unknown outcome is sent again, ms. They are short: an action must not take
 * effect long after the press.
 */
export const repeatAfterMs: readonly number[] = [300, 1000, 2000];
/** Time after which a request is not sent again, however long each attempt took, ms. */
export const repeatForMs = 15_000;
/**
 * Time within which the same request reuses its key, ms: for actions that act at once, and for those that
 * store something.
 */
const sameMs = { act: 60_000, keep: 600_000 };
/** Largest number of remembered keys. */
const MOST = 100;

/** A request that may be sent again under its idempotency key. */
export interface Repeatable {
  readonly key: string;
  /**
   * Remembers the key of a request that ended with an unknown outcome: the same request made soon uses it
   * again.
   */
  remember(): void;
}

export interface Repeats {
  /** Null: the request takes no key. */
  of(method: string, path: string, payload: unknown, token: string | null): Repeatable | null;
}

/** Tells whether the outcome is unknown: no connection, or a server that cannot tell yet. */
export const hasNoOutcome = ({ network, code }: ApiError): boolean =>
  network || code === errorCode.underWay || code === errorCode.outcomeUnknown;

/** Waits, in ms; resolves to false as soon as the signal is aborted. */
export function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

/** Random key of 128 bits; `crypto.randomUUID` exists in secure contexts only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Tells whether a request stores something: a post to the path of a list creates. `/start` and the like act
 * at once, as does starting a broadcast.
 */
const isKept = (method: string, path: string) =>
  method !== 'post' || (/^\/v1\/[a-z_]+$/.test(path) && path !== '/v1/task');

/** Creates the idempotency keys of writes. @param now monotonic clock, ms */
export function createRepeats(now: () => number = () => performance.now()): Repeats {
  const remembered = new Map<string, { key: string; until: number }>();
  return {
    of(method, address, payload, token) {
      const [path = ''] = address.split('?');
      if (method === 'get' || token === null || payload instanceof FormData) return null;
      if (exceptionOf(method.toUpperCase(), path) !== undefined) return null;
      const name = JSON.stringify([method, address, payload ?? null, token]);
      const known = remembered.get(name);
      remembered.delete(name);
      const key = known !== undefined && known.until > now() ? known.key : newKey();
      return {
        key,
        remember() {
          remembered.set(name, { key, until: now() + sameMs[isKept(method, path) ? 'keep' : 'act'] });
          const [first] = remembered.keys();
          if (remembered.size > MOST && first !== undefined) remembered.delete(first);
        },
      };
    },
  };
}
