import axios, { type AxiosAdapter, type AxiosProgressEvent, type AxiosResponse } from 'axios';
import { type Observable, type SchedulerLike, Subject } from 'rxjs';
import { type Envelope, isSuccess } from '../../contract/api/envelope.ts';
import { messageText } from '../../contract/api/errors.ts';
import { idempotencyHeader } from '../../contract/api/idempotency.ts';
import { requestTimeoutMs, requestTypeHeader, tokenHeader } from '../../contract/constants.ts';
import { type Language, languageHeader } from '../../contract/language.ts';
import { codeOf, endsLogin, isFromElsewhere, isHandledAsSuccess, messageOf } from './answers.ts';
import { ApiError, type ApiFailure } from './error.ts';
import { createGiveWay, type OtherTabs } from './giveWay.ts';
import { createMask } from './mask.ts';
import { createRepeats, hasNoOutcome, pauseFor, repeatAfterMs, repeatForMs } from './repeats.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Query = Readonly<Record<string, unknown>>;

export interface CallOptions {
  /**
   * Shows the full-screen loading mask until the response, at most 100 ms. A network failure then logs out.
   */
  mask?: boolean;
  /** Called with the error before the call rejects. */
  onError?: (error: ApiError) => void;
  /** The caller shows the failure itself: only 401 and 998, which end the login, go to `failures$`. */
  quiet?: boolean;
  signal?: AbortSignal;
  /** Time-out in milliseconds in place of the default of 180 s; 0 for none. */
  timeoutMs?: number;
  onUploadProgress?: (event: AxiosProgressEvent) => void;
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

export interface ApiDeps {
  /** Read at every call. */
  token: () => string | null;
  language: () => Language;
  /** Empty in the browser, so that paths are relative to the page. */
  baseURL?: string;
  adapter?: AxiosAdapter;
  scheduler?: SchedulerLike;
  /** Monotonic clock, ms. */
  now?: () => number;
  /** Waits, in ms; resolves to false as soon as the signal is aborted. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<boolean>;
  /** Tabs that share the connections of the browser. */
  tabs?: OtherTabs;
}

/** Creates the API client of the console. It does not depend on the stores or the address bar. */
export function createApi(deps: ApiDeps): Api {
  const http = axios.create({
    baseURL: deps.baseURL ?? '',
    timeout: requestTimeoutMs,
    validateStatus: () => true,
    ...(deps.adapter === undefined ? {} : { adapter: deps.adapter }),
  });
  const { now = () => performance.now(), pause = pauseFor } = deps;
  const repeats = createRepeats(now);
  const giveWay = createGiveWay(now, deps.tabs);
  const failures$ = new Subject<ApiFailure>();
  const { mask$, open } = createMask(deps.scheduler);
  const connectionFailed = () => messageText('common.connectionFailed', deps.language());

  function headers(token: string | null, payload: unknown): Record<string, string> {
    const all: Record<string, string> = { [languageHeader]: deps.language(), [requestTypeHeader]: 'web' };
    if (token === null) return all;
    all[tokenHeader] = token;
    if (!(payload instanceof FormData)) all['Content-Type'] = 'application/json';
    return all;
  }

  async function request(
    method: Method,
    path: string,
    payload: unknown,
    token: string | null,
    options: CallOptions,
    key: string | undefined,
    signal = options.signal,
  ): Promise<unknown> {
    let response: AxiosResponse<unknown>;
    try {
      response = await http.request({
        method,
        url: path,
        headers: { ...headers(token, payload), ...(key === undefined ? {} : { [idempotencyHeader]: key }) },
        ...(method === 'get' ? { params: payload } : { data: payload }),
        ...(signal === undefined ? {} : { signal }),
        ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
        ...(options.onUploadProgress === undefined ? {} : { onUploadProgress: options.onUploadProgress }),
      });
    } catch (error) {
      const aborted = axios.isCancel(error);
      // The browser and axios report a lost connection in English; the user gets a text in the chosen
      // language.
      const message = aborted ? String(error) : connectionFailed();
      throw new ApiError({ code: 0, message, network: !aborted, aborted });
    }
    const body = response.data;
    if (isFromElsewhere(response))
      throw new ApiError({ code: 0, message: connectionFailed(), network: true });
    if (isSuccess(body) || isHandledAsSuccess(path, codeOf(response))) return body;
    throw new ApiError({ code: codeOf(response), message: messageOf(body), body });
  }

  /** Sends a read, or a write: that is sent again with the same idempotency key while its outcome is unknown. */
  async function repeated(
    method: Method,
    path: string,
    payload: unknown,
    token: string | null,
    options: CallOptions,
  ): Promise<unknown> {
    if (method === 'get')
      return giveWay.read(
        (signal) => request(method, path, payload, token, options, undefined, signal),
        options.signal,
      );
    const one = repeats.of(method, path, payload, token);
    const until = now() + repeatForMs;
    for (let turn = 0; ; turn++) {
      try {
        return await giveWay.ahead(() => request(method, path, payload, token, options, one?.key));
      } catch (thrown) {
        const error = thrown as ApiError;
        if (one === null || !hasNoOutcome(error)) throw error;
        const after = repeatAfterMs[turn];
        if (after !== undefined && now() < until) {
          if (await pause(after, options.signal)) continue;
          throw new ApiError({ code: 0, message: error.message, aborted: true });
        }
        one.remember();
        const message = messageText('repeat.connectionLost', deps.language());
        const { code, body, network } = error;
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
      return (await repeated(method, path, payload, token, options)) as Envelope<T>;
    } catch (thrown) {
      const error = thrown as ApiError;
      const isLoud = options.quiet !== true || endsLogin(error.code);
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
