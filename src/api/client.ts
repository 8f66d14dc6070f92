import { type Observable, type SchedulerLike, Subject } from 'rxjs';
import type { Envelope } from '../../contract/api/envelope.ts';
import { messageText } from '../../contract/api/errors.ts';
import { endsLogin } from './answers.ts';
import { type AttemptDeps, type AttemptOptions, createAttempt } from './attempt.ts';
import { ApiError, type ApiFailure } from './error.ts';
import { createGiveWay, type OtherTabs } from './giveWay.ts';
import { lostRuleOf, type SentRequest, setsState } from './lostLink.ts';
import { createMask } from './mask.ts';
import { createRepeats, hasNoOutcome, pauseFor, repeatAfterMs, repeatForMs } from './repeats.ts';

/** Time after which one attempt to send a request that asks counts as lost, ms. */
const ATTEMPT_MS = 10_000;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Query = Readonly<Record<string, unknown>>;

export interface CallOptions extends AttemptOptions {
  /**
   * Shows the full-screen loading mask until the response, at most 100 ms. A network failure then logs out.
   */
  mask?: boolean;
  /** Called with the error before the call rejects. */
  onError?: (error: ApiError) => void;
  /** The caller shows the failure itself: only 401 and 998, which end the login, go to `failures$`. */
  quiet?: boolean;
}

export interface Api {
  /** HTTP methods. Each resolves to the `value` of the response, or rejects with an `ApiError`. */
  get<T>(path: string, query?: Query, options?: CallOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  patch<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  delete<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  /** Posts with the loading mask, unless the options switch it off. */
  call<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  /** Calls with any method and resolves to the whole response body. */
  whole<T>(method: Method, path: string, payload?: unknown, options?: CallOptions): Promise<Envelope<T>>;
  /** Runs other work that needs a connection, such as loading a screen; reads give way to it. */
  ahead<T>(work: () => Promise<T>): Promise<T>;
  mask$: Observable<boolean>;
  failures$: Observable<ApiFailure>;
}

export interface ApiDeps extends AttemptDeps {
  /** Read at every call. */
  token: () => string | null;
  scheduler?: SchedulerLike;
  /** Monotonic clock, ms. */
  now?: () => number;
  /** Waits, in ms; resolves to false as soon as the signal is aborted. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<boolean>;
  /** Tabs that share the connections of the browser. */
  tabs?: OtherTabs;
  /** Keeps the requests that ask again; read at every call. */
  held?: () => HeldRequests;
}

/** Requests that got no response, about which a person is asked (src/machines/outbox.ts). */
export interface HeldRequests {
  /** Idempotency key of a held request that would begin something twice. */
  keyOf(request: SentRequest): string | undefined;
  /** @param afterMs time since the press */
  lost(request: SentRequest, key: string | undefined, afterMs: number): void;
  /** @param isRepeat it had been carried out before, when it got no response: nothing was done now */
  answered(request: SentRequest, isRepeat: boolean): void;
}

/** Creates the API client of the console. It does not depend on the stores or the address bar. */
export function createApi(deps: ApiDeps): Api {
  const attempt = createAttempt(deps);
  const { now = () => performance.now(), pause = pauseFor } = deps;
  const repeats = createRepeats(now);
  const giveWay = createGiveWay(now, deps.tabs);
  const failures$ = new Subject<ApiFailure>();
  const { mask$, open } = createMask(deps.scheduler);

  /** Sends a read, or a write: that is sent again with the same idempotency key while its outcome is unknown. */
  async function repeated(sent: SentRequest, token: string | null, options: CallOptions): Promise<unknown> {
    const { method, path, body: payload } = sent;
    if (method === 'get') {
      const read = (signal: AbortSignal) => attempt(sent, token, { ...options, signal });
      return (await giveWay.read(read, options.signal)).body;
    }
    const asks = lostRuleOf(sent) === 'asks' ? deps.held?.() : undefined;
    const one = repeats.of(method, path, payload, token, asks?.keyOf(sent));
    const limits = asks === undefined ? options : { timeoutMs: ATTEMPT_MS, ...options };
    const pressed = now();
    for (let turn = 0; ; turn++) {
      try {
        const { body, isRepeat } = await giveWay.ahead(() => attempt(sent, token, limits, one?.key));
        asks?.answered(sent, isRepeat && turn === 0 && one?.isAgain === true);
        return body;
      } catch (thrown) {
        const error = thrown as ApiError;
        const { code, body, network, aborted } = error;
        if (one !== null && hasNoOutcome(error)) {
          const after = repeatAfterMs[turn];
          if (after !== undefined && now() < pressed + repeatForMs) {
            if (await pause(after, options.signal)) continue;
            throw new ApiError({ code: 0, message: error.message, aborted: true });
          }
          one.remember();
        }
        if (network) asks?.lost(sent, one?.key, now() - pressed);
        else if (!aborted) asks?.answered(sent, false);
        if (one === null || !hasNoOutcome(error)) throw error;
        const text = setsState(sent) ? 'repeat.mayBeDone' : 'repeat.connectionLost';
        const message = messageText(text, deps.language());
        throw new ApiError({ code, message, body, network, mayBeDone: true });
      }
    }
  }

  async function whole<T>(
    method: Method,
    path: string,
    payload?: unknown,
    options: CallOptions = {},
  ): Promise<Envelope<T>> {
    const closeMask = options.mask === true ? open() : undefined;
    const token = deps.token();
    try {
      return (await repeated({ method, path, body: payload }, token, options)) as Envelope<T>;
    } catch (thrown) {
      const error = thrown as ApiError;
      const isLoud = options.quiet !== true || endsLogin(error.code);
      error.isUnshown = !isLoud;
      if (isLoud && !error.aborted) failures$.next({ error, masked: options.mask === true, token });
      options.onError?.(error);
      throw error;
    } finally {
      closeMask?.();
    }
  }

  const value =
    (method: Method) =>
    async <T>(path: string, payload?: unknown, options?: CallOptions): Promise<T> =>
      (await whole<T>(method, path, payload, options)).value;

  return {
    get: value('get'),
    post: value('post'),
    put: value('put'),
    patch: value('patch'),
    delete: value('delete'),
    call: (path, body, options) => value('post')(path, body, { mask: true, ...options }),
    whole,
    ahead: giveWay.ahead,
    mask$,
    failures$: failures$.asObservable(),
  };
}
