import type { LoginValue, Profile } from '../../contract/entities/site/session.ts';
import { ApiError, type ApiFailure } from '../api/error.ts';
import type { Credentials } from './address.ts';
import type { Notice } from './notice.ts';
import type { RouteMemory } from './routeMemory.ts';
import type { SessionStore } from './sessionStore.ts';

/** Longest wait of a logout for the server, ms. */
export const LOGOUT_WAIT_MS = 3_000;

export interface SessionDeps {
  login: (credentials: Credentials) => Promise<LoginValue>;
  profile: () => Promise<Profile>;
  /** Ends the login at the server. */
  logout: () => Promise<unknown>;
  store: SessionStore;
  routes: RouteMemory;
  notify: (notice: Notice) => void;
  /** True while a real alarm runs: a login that ends is then renewed over the view, which stays. */
  isAlarm: () => boolean;
  /** True while a person speaks through this console: a lost network does not end the login then. */
  isSpeaking: () => boolean;
  navigate: (path: string) => void;
}

export interface SessionInput {
  /** Credentials of the address, already removed from it (address.ts). */
  credentials: Credentials | null;
  /** Path of the page at the start, with its query and fragment. */
  path: string;
}

/** Code and message key by which the server reports an ended login. */
export interface LoginEnd {
  code: number;
  key?: string | null | undefined;
}

export type SessionEvent =
  | { type: 'session.login'; credentials: Credentials }
  | { type: 'session.logout' }
  /** The password that had to be changed first has been changed. */
  | { type: 'session.passwordChosen' }
  /** The rights may have changed: read the profile again. */
  | { type: 'session.refresh' }
  | { type: 'session.failed'; failure: ApiFailure }
  /** The live socket reports the end of the login. */
  | ({ type: 'session.ended' } & LoginEnd)
  /** The guard redirected from this path to the login page. */
  | { type: 'session.turnedAway'; path: string }
  /** A page chunk of this path could not be loaded. */
  | { type: 'session.chunkLost'; path: string };

export interface SessionContext {
  user: Profile | null;
  /** Error of the last login attempt, shown on the login page. */
  error: ApiError | null;
  credentials: Credentials | null;
  path: string;
  /** True when the last login ended because it was idle, which the login page shows. */
  wasIdle: boolean;
}

/** Returns the notice for a failed call. */
export function noticeOf(error: ApiError): Notice {
  if (error.mayBeDone) return { tone: 'error', text: error.message, code: error.code };
  if (error.network) return { tone: 'error', key: 'common.connectionFailed' };
  if (error.message === '') return { tone: 'error', key: 'common.interfaceFailed', code: error.code };
  return { tone: 'error', text: error.message, code: error.code };
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ code: 0, message: String(error) });
}
