import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { MessageKey } from '../../contract/api/errors.ts';
import type { LoginValue, Profile } from '../../contract/entities/site/session.ts';
import type { Credentials } from './address.ts';
import { pathAfterLogin, ROOT_PATH } from './sessionPaths.ts';
import {
  asApiError,
  type LoginEnd,
  noticeOf,
  type SessionContext,
  type SessionDeps,
  type SessionEvent,
  type SessionInput,
} from './sessionTypes.ts';

const IDLE_KEY = 'auth.idleEnded' satisfies MessageKey;
const HTTPS_KEY = 'auth.httpsOnly' satisfies MessageKey;

/** Returns how a login ended: from the live socket, from a call that failed, or from the profile's request. */
function endOf(
  event: Extract<SessionEvent, { type: 'session.ended' | 'session.failed' }> | ErrorActorEvent,
): LoginEnd {
  if (event.type === 'session.ended') return event as LoginEnd;
  return 'failure' in event ? event.failure.error : asApiError((event as ErrorActorEvent).error);
}
const endParams = ({ event }: { event: Parameters<typeof endOf>[0] }) => endOf(event);
/** Actions at the end of a login: forgets it, and tells why as far as the user has to know. */
export const endLogin = [
  'forget',
  { type: 'noteEnd', params: endParams },
  { type: 'notifyEnd', params: endParams },
] as const;

/** Sets up the types, requests and actions of the session machine (session.ts). */
export function sessionSetup(deps: SessionDeps) {
  const { store, routes } = deps;
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
      forget: store.clear,
      goToRoot: () => deps.navigate(ROOT_PATH),
      /**
       * Goes, after a login, to the remembered path, the path of the page (login by address), or the shell.
       */
      goOn: ({ context }) => {
        deps.navigate(routes.take() ?? pathAfterLogin(context.path));
      },
      /** Goes to the remembered path after a reload for a lost chunk. */
      goToRemembered: () => {
        const path = routes.take();
        if (path !== null) deps.navigate(path);
      },
      saveLogin: (_, login: LoginValue) => store.save(login.token, login, login.role),
      takeSaved: assign(() => ({ user: store.user(), credentials: null, error: null, wasIdle: false })),
      keepUser: assign((_, user: Profile) => ({ user })),
      /** The password that had to be changed has been changed: the account has its rights again. */
      passwordChosen: assign(({ context: { user } }) => ({
        user: user && { ...user, must_change_password: false },
      })),
      storeUser: ({ context: { user } }) => user !== null && store.saveUser(user),
      notifyFailure: ({ event }) =>
        event.type === 'session.failed' && deps.notify(noticeOf(event.failure.error)),
      /** The end of an idle login is shown on the login page, where it stays. */
      noteEnd: assign((_, { key }: LoginEnd) => ({ wasIdle: key === IDLE_KEY })),
      /** Code 998 shows the text of a failed login, or that HTTPS is needed; 401 shows nothing. */
      notifyEnd: (_, { code, key }: LoginEnd) =>
        code === 998 &&
        key !== IDLE_KEY &&
        deps.notify({ tone: 'error', key: key === HTTPS_KEY ? key : 'auth.loginFailed', code }),
    },
  });
}
