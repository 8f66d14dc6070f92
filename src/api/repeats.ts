import { errorCode } from '../../contract/api/errors.ts';
import { exceptionOf } from '../../contract/api/idempotencyExceptions.ts';
import type { ApiError } from './error.ts';
import { setsState } from './lostLink.ts';

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
  /** An earlier request of a person had this key, and got no response. */
  readonly isAgain: boolean;
  /**
   * Remembers the key of a request that ended with an unknown outcome: the same request made soon uses it
   * again, unless it sets a state, which somebody may have changed meanwhile.
   */
  remember(): void;
}

export interface Repeats {
  /**
   * Null: the request takes no key.
   *
   * @param held key of the same request that a person is asked about
   */
  of(
    method: string,
    path: string,
    payload: unknown,
    token: string | null,
    held?: string | undefined,
  ): Repeatable | null;
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
    of(method, address, payload, token, held) {
      const [path = ''] = address.split('?');
      if (method === 'get' || token === null || payload instanceof FormData) return null;
      if (exceptionOf(method.toUpperCase(), path) !== undefined) return null;
      const sent = { method, path: address, body: payload };
      const name = JSON.stringify([method, address, payload ?? null, token]);
      const known = remembered.get(name);
      remembered.delete(name);
      const before = held ?? (known !== undefined && known.until > now() ? known.key : undefined);
      const key = before ?? newKey();
      return {
        key,
        isAgain: before !== undefined,
        remember() {
          if (setsState(sent)) return;
          remembered.set(name, { key, until: now() + sameMs[isKept(method, path) ? 'keep' : 'act'] });
          const [first] = remembered.keys();
          if (remembered.size > MOST && first !== undefined) remembered.delete(first);
        },
      };
    },
  };
}
