import type { LoginValue, Profile } from '../../contract/entities/session.ts';
import { ApiError, type ApiFailure } from '../api/error.ts';
import type { Credentials } from './address.ts';
import type { Notice } from './notice.ts';
import type { RouteMemory } from './routeMemory.ts';
import type { SessionStore } from './sessionStore.ts';

/** A logout does not wait longer than this for a server that does not answer, ms. */
export const LOGOUT_WAIT_MS = 3_000;

export interface SessionDeps {
  login: (credentials: Credentials) => Promise<LoginValue>;
  profile: () => Promise<Profile>;
  /** Ends the login at the server. */
  logout: () => Promise<unknown>;
  store: SessionStore;
  routes: RouteMemory;
  notify: (notice: Notice) => void;
  /** A real alarm runs: a login that ends is renewed over the view, which stays (design 8). */
  isAlarm: () => boolean;
  navigate: (path: string) => void;
}

export interface SessionInput {
  /** From the address, already taken out of it (address.ts). */
  credentials: Credentials | null;
  /** Path of the page at the start. */
  path: string;
}

export type SessionEvent =
  | { type: 'session.login'; credentials: Credentials }
  | { type: 'session.logout' }
  /** The password that had to be changed first is another one now. */
  | { type: 'session.passwordChosen' }
  /** The rights may have changed: read the profile again. */
  | { type: 'session.refresh' }
  | { type: 'session.failed'; failure: ApiFailure }
  /** The live socket says that the login ended. */
  | { type: 'session.ended'; code: 401 | 998 }
  /** The guard turned somebody away from this path to the login page. */
  | { type: 'session.turnedAway'; path: string }
  /** A page chunk of this path could not be loaded (spec 2). */
  | { type: 'session.chunkLost'; path: string };

export interface SessionContext {
  user: Profile | null;
  /** Why the last login attempt failed; the login page shows it. */
  error: ApiError | null;
  credentials: Credentials | null;
  path: string;
}

/** Spec 8: what a failed call tells the person. */
export function noticeOf(error: ApiError): Notice {
  if (error.mayBeDone) return { tone: 'error', text: error.message, code: error.code };
  if (error.network) return { tone: 'error', key: 'common.connectionFailed' };
  if (error.message === '') return { tone: 'error', key: 'common.interfaceFailed', code: error.code };
  return { tone: 'error', text: error.message, code: error.code };
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ code: 0, message: String(error) });
}
