import type { FieldError } from '../../contract/errors.ts';

/** What a call is rejected with. */
export class ApiError extends Error {
  /** Code of the response body, or else the HTTP status (spec 8); 0 when there was no response. */
  readonly code: number;
  /** The whole response body, null when there was none. */
  readonly body: unknown;
  /** No response: no link, time-out, or something that is not our server. */
  readonly network: boolean;
  /** The caller took the call back by its signal. */
  readonly aborted: boolean;
  /** Nobody knows whether it was done; made again soon it is not done twice. */
  readonly mayBeDone: boolean;

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

  /** What is wrong with single fields, for a form to show beside them. */
  get fields(): FieldError[] {
    return this.#value<{ fields?: FieldError[] }>()?.fields ?? [];
  }

  /** Seconds after which a call that was refused for its rate may be tried again. */
  get retryAfter(): number | undefined {
    return this.#value<{ retryAfter?: number }>()?.retryAfter;
  }

  #value<T>(): T | undefined {
    const value = (this.body as { value?: unknown } | null)?.value;
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  }
}

/** A failed call as the session machine judges it (spec 8, design 11). */
export interface ApiFailure {
  error: ApiError;
  /** The call had asked for the loading mask: a network failure then ends the session (spec 8). */
  masked: boolean;
  /** The token the call was made with: an answer to an earlier login's call must not end a later one. */
  token: string | null;
}
