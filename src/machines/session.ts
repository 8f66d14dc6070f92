import { type ActorRefFrom, assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { LoginValue, Profile } from '../../contract/entities/session.ts';
import { endsLogin } from '../api/client.ts';
import { ApiError, type ApiFailure } from '../api/error.ts';
import type { Credentials } from './address.ts';
import type { Notice } from './notice.ts';
import type { RouteMemory } from './routeMemory.ts';
import type { SessionStore } from './sessionStore.ts';

export const ROOT_PATH = '/';
/** Spec 2: the main shell, which leads on to the first screen. */
export const HOME_PATH = '/index.html';
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
  /** The rights may have changed: read the profile again. */
  | { type: 'session.refresh' }
  | { type: 'session.failed'; failure: ApiFailure }
  /** The live socket says that the login ended. */
  | { type: 'session.ended'; code: 401 | 998 }
  /** The guard turned somebody away from this path to the login page. */
  | { type: 'session.turnedAway'; path: string }
  /** A page chunk of this path could not be loaded (spec 2). */
  | { type: 'session.chunkLost'; path: string };

interface SessionContext {
  user: Profile | null;
  /** Why the last login attempt failed; the login page shows it. */
  error: ApiError | null;
  credentials: Credentials | null;
  path: string;
}

/** The login of this tab: spec 2 (navigation rules), 4 (session), 8 (response handling), design 11. */
export function createSessionMachine(deps: SessionDeps) {
  const { store, routes } = deps;
  const noCredentials: Credentials = { username: '', password: '' };
  /** An answer to a call of an earlier login. */
  const isOutdated = (failure: ApiFailure) => failure.token !== store.token();

  return setup({
    types: {
      context: {} as SessionContext,
      events: {} as SessionEvent,
      input: {} as SessionInput,
      tags: {} as 'settled',
    },
    actors: {
      login: fromPromise(({ input }: { input: Credentials }) => deps.login(input)),
      profile: fromPromise(deps.profile),
      logout: fromPromise(deps.logout),
    },
    actions: {
      forget: assign(() => {
        store.clear();
        return { user: null };
      }),
      goToRoot: () => deps.navigate(ROOT_PATH),
      /** After a login: to the remembered path, the path of the page (URL login), or the shell. */
      goOn: ({ context }) => {
        const own = context.path === ROOT_PATH || context.path === '/login' ? HOME_PATH : context.path;
        deps.navigate(routes.take() ?? own);
      },
      /** After a reload for a lost chunk. */
      goToRemembered: () => {
        const path = routes.take();
        if (path !== null) deps.navigate(path);
      },
      keepUser: assign((_, user: Profile) => {
        store.saveUser(user);
        return { user };
      }),
      notify: (_, notice: Notice) => deps.notify(notice),
      /** Spec 8: 998 says so, 401 is silent. */
      notifyEnd: (_, code: number) => {
        if (code === 998) deps.notify({ tone: 'error', key: 'auth.loginFailed', code });
      },
    },
    guards: {
      hasToken: () => store.token() !== null,
      hasUser: ({ context }) => context.user !== null,
      hasCredentials: ({ context }) => context.credentials !== null,
    },
  }).createMachine({
    id: 'session',
    context: ({ input }) => ({ ...input, user: store.user(), error: null }),
    initial: 'starting',
    on: {
      'session.turnedAway': { actions: ({ event }) => routes.remember(event.path) },
      'session.chunkLost': {
        guard: ({ event }) => !routes.recover(event.path),
        actions: { type: 'notify', params: { tone: 'error', key: 'common.interfaceFailed' } },
      },
    },
    states: {
      starting: {
        always: [
          { guard: 'hasToken', target: 'restoring' },
          { guard: 'hasCredentials', target: 'loggingIn' },
          { target: 'loggedOut' },
        ],
      },
      restoring: {
        always: { guard: 'hasUser', target: 'loggedIn.refreshing', actions: 'goToRemembered' },
        invoke: {
          src: 'profile',
          onDone: {
            target: 'loggedIn',
            actions: [{ type: 'keepUser', params: ({ event }) => event.output }, 'goToRemembered'],
          },
          onError: [
            {
              guard: ({ event }) => endsLogin(asApiError(event.error).code),
              target: 'starting',
              actions: 'forget',
            },
            { target: 'loggedOut', actions: assign({ error: ({ event }) => asApiError(event.error) }) },
          ],
        },
      },
      loggedOut: {
        tags: 'settled',
        entry: assign({ credentials: null }),
        on: {
          'session.login': {
            target: 'loggingIn',
            actions: assign({ credentials: ({ event }) => event.credentials, path: ROOT_PATH }),
          },
          'session.failed': {
            guard: ({ event }) => !isOutdated(event.failure) && !endsLogin(event.failure.error.code),
            actions: { type: 'notify', params: ({ event }) => noticeOf(event.failure.error) },
          },
        },
      },
      loggingIn: {
        invoke: {
          src: 'login',
          input: ({ context }) => context.credentials ?? noCredentials,
          onDone: {
            target: 'loggedIn',
            actions: [
              ({ event }) => store.save(event.output.token, event.output, event.output.role),
              assign({ user: () => store.user(), credentials: null, error: null }),
              'goOn',
            ],
          },
          onError: {
            target: 'loggedOut',
            actions: assign({ error: ({ event }) => asApiError(event.error) }),
          },
        },
      },
      loggedIn: {
        tags: 'settled',
        initial: 'fresh',
        entry: assign({ credentials: null, error: null }),
        states: {
          fresh: { on: { 'session.refresh': 'refreshing' } },
          refreshing: {
            invoke: {
              src: 'profile',
              onDone: {
                target: 'fresh',
                actions: { type: 'keepUser', params: ({ event }) => event.output },
              },
              // 401 and 998 come as `session.failed` as well; anything else leaves the profile as it is.
              onError: 'fresh',
            },
          },
        },
        on: {
          'session.logout': 'loggingOut',
          'session.ended': {
            target: 'loggedOut',
            actions: ['forget', { type: 'notifyEnd', params: ({ event }) => event.code }, 'goToRoot'],
          },
          'session.failed': [
            { guard: ({ event }) => isOutdated(event.failure) },
            {
              guard: ({ event }) => endsLogin(event.failure.error.code),
              target: 'loggedOut',
              actions: [
                'forget',
                { type: 'notifyEnd', params: ({ event }) => event.failure.error.code },
                'goToRoot',
              ],
            },
            {
              guard: ({ event }) => event.failure.error.network && event.failure.masked,
              target: 'loggedOut',
              actions: [
                'forget',
                { type: 'notify', params: ({ event }) => noticeOf(event.failure.error) },
                'goToRoot',
              ],
            },
            { actions: { type: 'notify', params: ({ event }) => noticeOf(event.failure.error) } },
          ],
        },
      },
      loggingOut: {
        invoke: { src: 'logout', onDone: 'leaving', onError: 'leaving' },
        after: { [LOGOUT_WAIT_MS]: 'leaving' },
      },
      leaving: {
        entry: ['forget', () => routes.take(), 'goToRoot'],
        always: 'loggedOut',
      },
    },
  });
}

export type SessionMachine = ReturnType<typeof createSessionMachine>;
export type SessionActor = ActorRefFrom<SessionMachine>;
export type SessionSnapshot = SnapshotFrom<SessionMachine>;

/** Spec 8: what a failed call tells the person. */
function noticeOf(error: ApiError): Notice {
  if (error.network) return { tone: 'error', key: 'common.connectionFailed' };
  if (error.message === '') return { tone: 'error', key: 'common.interfaceFailed', code: error.code };
  return { tone: 'error', text: error.message, code: error.code };
}

function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ code: 0, message: String(error) });
}
