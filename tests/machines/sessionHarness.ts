import { createActor, SimulatedClock } from 'xstate';
import type { LoginValue, Profile } from '../../contract/entities/site/session.ts';
import { ApiError } from '../../src/api/error.ts';
import type { Credentials } from '../../src/machines/address.ts';
import type { Notice } from '../../src/machines/notice.ts';
import { createRouteMemory } from '../../src/machines/routeMemory.ts';
import { createSessionMachine } from '../../src/machines/session.ts';
import { createSessionStore } from '../../src/machines/sessionStore.ts';
import { deferred, fakeCookies, fakeStorage } from '../support/fakeBrowser.ts';

export const user: Profile = {
  id: 1,
  code: 'anna',
  name: 'Anna',
  role_code: 'operator',
  role_name: 'Operator',
  permissions: ['list_device'],
  role_permissions: ['list_device'],
  all_zones: true,
  whole_site: true,
  groups: [],
  must_change_password: false,
};
export const loginValue: LoginValue = { ...user, token: 'new', role: 'operator' };

/** Creates the session machine in a fake browser; the test answers its requests. */
export function session(
  start: {
    cookie?: string;
    stored?: Record<string, string>;
    credentials?: Credentials;
    path?: string;
    isSecure?: boolean;
    isAlarm?: boolean;
    isSpeaking?: boolean;
  } = {},
) {
  const clock = new SimulatedClock();
  const cookies = fakeCookies(start.cookie);
  const storage = fakeStorage(start.stored);
  const store = createSessionStore({ cookies, sessionStorage: storage, isSecure: start.isSecure ?? false });
  const seen = { notices: [] as Notice[], paths: [] as string[], reloads: 0, logins: [] as Credentials[] };
  const server = {
    login: deferred<LoginValue>(),
    profile: deferred<Profile>(),
    logout: deferred<unknown>(),
    logouts: 0,
  };
  const machine = createSessionMachine({
    login: (credentials) => {
      seen.logins.push(credentials);
      return server.login.promise;
    },
    profile: () => server.profile.promise,
    logout: () => {
      server.logouts += 1;
      return server.logout.promise;
    },
    store,
    routes: createRouteMemory(storage, () => {
      seen.reloads += 1;
    }),
    notify: (notice) => seen.notices.push(notice),
    isAlarm: () => start.isAlarm ?? false,
    isSpeaking: () => start.isSpeaking ?? false,
    navigate: (path) => seen.paths.push(path),
  });
  const actor = createActor(machine, {
    clock,
    input: { credentials: start.credentials ?? null, path: start.path ?? '/' },
  });
  actor.start();
  return {
    actor,
    clock,
    cookies,
    storage,
    store,
    server,
    seen,
    is: (state: 'loggedIn' | 'loggedOut' | 'choosingPassword' | 'restoring' | 'loggingIn' | 'loggingOut') =>
      actor.getSnapshot().matches(state),
    fail: (code: number, more: { network?: boolean; masked?: boolean; token?: string | null } = {}) =>
      actor.send({
        type: 'session.failed',
        failure: {
          error: new ApiError({
            code,
            message: code === 0 ? '' : `said ${code}`,
            network: more.network ?? false,
          }),
          masked: more.masked ?? false,
          token: more.token === undefined ? store.token() : more.token,
        },
      }),
  };
}

/** A session that is logged in already, by the storage of an earlier page. */
export const loggedIn = (more: Parameters<typeof session>[0] = {}) =>
  session({ cookie: 'TOKEN=old', stored: { loginUser: JSON.stringify(user) }, ...more });
