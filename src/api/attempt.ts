import axios, { type AxiosAdapter, type AxiosProgressEvent, type AxiosResponse } from 'axios';
import { isSuccess } from '../../contract/api/envelope.ts';
import { messageText } from '../../contract/api/errors.ts';
import { idempotencyHeader, repeatedAnswerHeader } from '../../contract/api/idempotency.ts';
import { requestTimeoutMs, requestTypeHeader, tokenHeader } from '../../contract/constants.ts';
import { type Language, languageHeader } from '../../contract/language.ts';
import { codeOf, isFromElsewhere, isHandledAsSuccess, messageOf } from './answers.ts';
import { ApiError } from './error.ts';
import type { SentRequest } from './lostLink.ts';

export interface AttemptDeps {
  language: () => Language;
  /** Empty in the browser, so that paths are relative to the page. */
  baseURL?: string;
  adapter?: AxiosAdapter;
}

export interface AttemptOptions {
  signal?: AbortSignal;
  /** Time-out in milliseconds in place of the default of 180 s; 0 for none. */
  timeoutMs?: number;
  onUploadProgress?: (event: AxiosProgressEvent) => void;
}

/** Response of one attempt. */
interface Attempted {
  body: unknown;
  /** The server carried the request out before, and repeats its response. */
  isRepeat: boolean;
}

export type Attempt = (
  request: SentRequest,
  token: string | null,
  options: AttemptOptions,
  key?: string | undefined,
) => Promise<Attempted>;

/** Creates the function that sends a request once. It rejects with an `ApiError`. */
export function createAttempt(deps: AttemptDeps): Attempt {
  const http = axios.create({
    baseURL: deps.baseURL ?? '',
    timeout: requestTimeoutMs,
    validateStatus: () => true,
    ...(deps.adapter === undefined ? {} : { adapter: deps.adapter }),
  });
  const connectionFailed = () => messageText('common.connectionFailed', deps.language());

  function headers(token: string | null, payload: unknown): Record<string, string> {
    const all: Record<string, string> = { [languageHeader]: deps.language(), [requestTypeHeader]: 'web' };
    if (token === null) return all;
    all[tokenHeader] = token;
    if (!(payload instanceof FormData)) all['Content-Type'] = 'application/json';
    return all;
  }

  return async ({ method, path, body: payload }, token, options, key) => {
    let response: AxiosResponse<unknown>;
    try {
      response = await http.request({
        method,
        url: path,
        headers: { ...headers(token, payload), ...(key === undefined ? {} : { [idempotencyHeader]: key }) },
        ...(method === 'get' ? { params: payload } : { data: payload }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
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
    if (isSuccess(body) || isHandledAsSuccess(path, codeOf(response)))
      return { body, isRepeat: response.headers[repeatedAnswerHeader] !== undefined };
    throw new ApiError({ code: codeOf(response), message: messageOf(body), body });
  };
}
