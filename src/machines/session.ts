import { type ActorRefFrom, assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { Profile } from '../../contract/entities/session.ts';
import { endsLogin } from '../api/client.ts';
import type { ApiFailure } from '../api/error.ts';
import type { Credentials } from './address.ts';
import type { Notice } from './notice.ts';
import {
  asApiError,
  noticeOf,
  type SessionContext,
  type SessionDeps,
  type SessionEvent,
  type SessionInput,
} from './sessionTypes.ts';

export const ROOT_PATH = '/';
/** Spec 2: the main shell, which leads on to the first screen. */
export const HOME_PATH = '/index.html';
/** A logout does not wait longer than this for a server that does not answer, ms. */
export const LOGOUT_WAIT_MS = 3_000;

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
