import { errorCode } from '../../contract/errors.ts';
import { exceptionOf } from '../../contract/idempotencyExceptions.ts';
import type { ApiError } from './error.ts';

/** Waits before a request without an outcome is sent again, ms: a press must not come true long after it was made. */
export const repeatAfterMs: readonly number[] = [300, 1000, 2000];
/** After this time it is not sent again, however long each attempt took, ms. */
export const repeatForMs = 15_000;
/** A person who presses again within this time means the same request, ms: what acts now, and what keeps something. */
const sameMs = { act: 60_000, keep: 600_000 };
/** Most requests whose keys are remembered. */
const MOST = 100;

/** A request that may be sent again under its key. */
export interface Repeatable {
  readonly key: string;
  /** It ended without an outcome: the same request has the same key when it is made again soon. */
  remember(): void;
}

export interface Repeats {
  /** Null: the request takes no key. */
  of(method: string, path: string, payload: unknown, token: string | null): Repeatable | null;
}

/** No link, or a server that does not know itself yet. */
export const hasNoOutcome = ({ network, code }: ApiError): boolean =>
  network || code === errorCode.underWay || code === errorCode.outcomeUnknown;

/** Waits, ms; resolves to false as soon as the signal says so. */
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

/** By chance, 128 bits; `crypto.randomUUID` is only there over HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A list's own path is where something is created; `/start` and the like act at once, as a broadcast does. */
const isKept = (method: string, path: string) =>
  method !== 'post' || (/^\/v1\/[a-z_]+$/.test(path) && path !== '/v1/task');

/** Keys of requests that change something. @param now ms, never goes back */
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
