import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { endsLogin } from '../api/answers.ts';
import type { ApiFailure } from '../api/error.ts';
import type { Credentials } from './address.ts';
import { ROOT_PATH } from './sessionPaths.ts';
import { endLogin, sessionSetup } from './sessionSetup.ts';
import { asApiError, LOGOUT_WAIT_MS, type SessionDeps } from './sessionTypes.ts';

/**
 * Creates the state machine of the login of this tab: login, profile, renewal, logout, and the codes that end
 * it.
 */
export function createSessionMachine(deps: SessionDeps) {
  const { store, routes } = deps;
  /** True for a response to a call of an earlier login. */
  const isOutdated = (failure: ApiFailure) => failure.token !== store.token();

  return sessionSetup(deps).createMachine({
    id: 'session',
    context: ({ input }) => ({ ...input, user: store.user(), error: null, wasIdle: false }),
    initial: 'starting',
    on: {
      'session.turnedAway': { actions: ({ event }) => routes.remember(event.path) },
      'session.chunkLost': {
        actions: ({ event }) =>
          routes.recover(event.path) || deps.notify({ tone: 'error', key: 'common.interfaceFailed' }),
      },
    },
    states: {
      starting: {
        always: [
          { guard: () => store.token() !== null, target: 'restoring' },
          { guard: ({ context }) => context.credentials !== null, target: 'loggingIn' },
          { target: 'loggedOut' },
        ],
      },
      restoring: {
        always: [
          { guard: ({ context }) => context.user?.must_change_password === true, target: 'choosingPassword' },
          {
            guard: ({ context }) => context.user !== null,
            target: 'loggedIn.refreshing',
            actions: 'goToRemembered',
          },
        ],
        invoke: {
          src: 'profile',
          onDone: [
            {
              guard: ({ event }) => event.output.must_change_password,
              target: 'choosingPassword',
              actions: [{ type: 'keepUser', params: ({ event }) => event.output }, 'storeUser'],
            },
            {
              target: 'loggedIn',
              actions: [
                { type: 'keepUser', params: ({ event }) => event.output },
                'storeUser',
                'goToRemembered',
              ],
            },
          ],
          onError: [
            {
              guard: ({ event }) => endsLogin(asApiError(event.error).code),
              target: 'starting',
              actions: [...endLogin],
            },
            { target: 'loggedOut', actions: assign({ error: ({ event }) => asApiError(event.error) }) },
          ],
        },
      },
      loggedOut: {
        tags: 'settled',
        entry: assign({ user: null, credentials: null }),
        on: {
          'session.login': {
            target: 'loggingIn',
            actions: assign({ credentials: ({ event }) => event.credentials, path: ROOT_PATH }),
          },
          'session.failed': {
            guard: ({ event }) => !isOutdated(event.failure) && !endsLogin(event.failure.error.code),
            actions: 'notifyFailure',
          },
        },
      },
      loggingIn: {
        invoke: {
          src: 'login',
          input: ({ context }) => context.credentials as Credentials,
          onDone: [
            {
              guard: ({ event }) => event.output.must_change_password,
              target: 'choosingPassword',
              actions: [{ type: 'saveLogin', params: ({ event }) => event.output }, 'takeSaved', 'goToRoot'],
            },
            {
              target: 'loggedIn',
              actions: [{ type: 'saveLogin', params: ({ event }) => event.output }, 'takeSaved', 'goOn'],
            },
          ],
          onError: {
            target: 'loggedOut',
            actions: assign({ error: ({ event }) => asApiError(event.error) }),
          },
        },
      },
      /** Logged in with a password that has to be changed first: the server allows nothing else. */
      choosingPassword: {
        tags: 'settled',
        entry: assign({ credentials: null, error: null }),
        on: {
          'session.passwordChosen': { target: 'loggedIn', actions: ['passwordChosen', 'storeUser', 'goOn'] },
          'session.logout': 'loggingOut',
          'session.failed': [
            { guard: ({ event }) => isOutdated(event.failure) },
            {
              guard: ({ event }) => endsLogin(event.failure.error.code),
              target: 'loggedOut',
              actions: [...endLogin],
            },
            { actions: 'notifyFailure' },
          ],
        },
      },
      loggedIn: {
        tags: 'settled',
        initial: 'fresh',
        entry: assign({ credentials: null, error: null }),
        states: {
          fresh: { on: { 'session.refresh': 'refreshing' } },
          refreshing: {
            // Changes made while the profile was being fetched are not in it.
            on: { 'session.refresh': { target: 'refreshing', reenter: true } },
            invoke: {
              src: 'profile',
              onDone: [
                {
                  guard: ({ event }) => event.output.must_change_password,
                  target: '#session.choosingPassword',
                  actions: [
                    { type: 'keepUser', params: ({ event }) => event.output },
                    'storeUser',
                    'goToRoot',
                  ],
                },
                {
                  target: 'fresh',
                  actions: [{ type: 'keepUser', params: ({ event }) => event.output }, 'storeUser'],
                },
              ],
              // Codes 401 and 998 also arrive as `session.failed`; any other error leaves the profile as it
              // is.
              onError: 'fresh',
            },
          },
          /** The login has ended during an alarm: the user logs in again without leaving the view. */
          renewing: {
            initial: 'idle',
            entry: assign({ error: null }),
            exit: assign({ credentials: null, error: null }),
            on: {
              // Calls with the old token keep failing; that is expected here.
              'session.ended': {},
              'session.failed': [
                {
                  guard: ({ event }) => !isOutdated(event.failure) && !endsLogin(event.failure.error.code),
                  actions: 'notifyFailure',
                },
                {},
              ],
            },
            states: {
              idle: {
                on: {
                  'session.login': {
                    target: 'loggingIn',
                    actions: assign({ credentials: ({ event }) => event.credentials, error: null }),
                  },
                },
              },
              loggingIn: {
                invoke: {
                  src: 'login',
                  input: ({ context }) => context.credentials as Credentials,
                  onDone: [
                    {
                      guard: ({ event }) => event.output.must_change_password,
                      target: 'choosingPassword',
                      actions: [{ type: 'saveLogin', params: ({ event }) => event.output }, 'takeSaved'],
                    },
                    {
                      target: '#session.loggedIn.fresh',
                      actions: [{ type: 'saveLogin', params: ({ event }) => event.output }, 'takeSaved'],
                    },
                  ],
                  onError: {
                    target: 'idle',
                    actions: assign({ error: ({ event }) => asApiError(event.error), credentials: null }),
                  },
                },
              },
              /** Like `choosingPassword` above, over the view that stays open. */
              choosingPassword: {
                on: {
                  'session.passwordChosen': {
                    target: '#session.loggedIn.fresh',
                    actions: ['passwordChosen', 'storeUser'],
                  },
                },
              },
            },
          },
        },
        on: {
          'session.logout': 'loggingOut',
          'session.ended': [
            { guard: deps.isAlarm, target: '.renewing' },
            {
              target: 'loggedOut',
              actions: [...endLogin, 'goToRoot'],
            },
          ],
          'session.failed': [
            { guard: ({ event }) => isOutdated(event.failure) },
            {
              guard: ({ event }) => endsLogin(event.failure.error.code) && deps.isAlarm(),
              target: '.renewing',
            },
            {
              guard: ({ event }) => endsLogin(event.failure.error.code),
              target: 'loggedOut',
              actions: [...endLogin, 'goToRoot'],
            },
            {
              guard: ({ event: { failure } }) =>
                failure.error.network && failure.masked && !deps.isAlarm() && !deps.isSpeaking(),
              target: 'loggedOut',
              actions: ['forget', 'notifyFailure', 'goToRoot'],
            },
            {
              // The rights have changed since the profile was read: update the menu and the buttons.
              guard: ({ event }) => event.failure.error.code === 403,
              target: '.refreshing',
              actions: 'notifyFailure',
            },
            { actions: 'notifyFailure' },
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
