import type { FieldError } from '../../contract/api/errors.ts';

/** Error with which an API call rejects. */
export class ApiError extends Error {
  /** Code of the response body, or else the HTTP status; 0 without a response. */
  readonly code: number;
  /** The whole response body; null without one. */
  readonly body: unknown;
  /** No response: no connection, or a time-out. */
  readonly network: boolean;
  /** The caller aborted the call by its signal. */
  readonly aborted: boolean;
  /** Outcome unknown: the request may have been carried out. Repeated soon, it is not carried out twice. */
  readonly mayBeDone: boolean;

  /** The call was quiet: nobody has shown the error yet. */
  isUnshown = false;

  constructor(details: {
    code: number;
    message: string;
    body?: unknown;
    network?: boolean;
    aborted?: boolean;
    mayBeDone?: boolean;
  }) {
    super(details.message);
    this.name = 'ApiError';
    this.code = details.code;
    this.body = details.body ?? null;
    this.network = details.network ?? false;
    this.aborted = details.aborted ?? false;
    this.mayBeDone = details.mayBeDone ?? false;
  }

  /** Key of the message, whatever its language; null where the server sent none. */
  get key(): string | null {
    const key = (this.body as { key?: unknown } | null)?.key;
    return typeof key === 'string' ? key : null;
  }

  /** Errors of single fields, which a form shows beside the fields. */
  get fields(): FieldError[] {
    return this.#value<{ fields?: FieldError[] }>()?.fields ?? [];
  }

  /** Seconds after which a call that was rejected by the rate limit may be tried again. */
  get retryAfter(): number | undefined {
    return this.#value<{ retryAfter?: number }>()?.retryAfter;
  }

  #value<T>(): T | undefined {
    const value = (this.body as { value?: unknown } | null)?.value;
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  }
}

/** A failed call as the session machine judges it. */
export interface ApiFailure {
  error: ApiError;
  /** The call had asked for the loading mask: a network failure then ends the session. */
  masked: boolean;
  /** Token of the call: a late response to a call of an earlier login must not end a later one. */
  token: string | null;
}
