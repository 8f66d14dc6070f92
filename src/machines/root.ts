import { map, merge, type Observable } from 'rxjs';
import { type ActorRefFrom, forwardTo, fromEventObservable, setup } from 'xstate';
import type { ToConsole } from '../../contract/api/live.ts';
import type { ApiFailure } from '../api/error.ts';
import type { SessionActor, SessionMachine } from './session.ts';
import type { SessionEvent, SessionInput } from './sessionTypes.ts';

export interface RootDeps {
  session: SessionMachine;
  failures$: Observable<ApiFailure>;
  ended$: Observable<Extract<ToConsole, { type: 'ended' }>>;
  rights$: Observable<unknown>;
}

/** Creates the root actor. It lives outside React and passes messages of the streams to the machines. */
export function createRootMachine(deps: RootDeps) {
  const news$: Observable<SessionEvent> = merge(
    deps.failures$.pipe(map((failure): SessionEvent => ({ type: 'session.failed', failure }))),
    deps.ended$.pipe(map(({ code, key }): SessionEvent => ({ type: 'session.ended', code, key }))),
    deps.rights$.pipe(map((): SessionEvent => ({ type: 'session.refresh' }))),
  );
  return setup({
    types: {
      context: {} as { session: SessionActor },
      events: {} as SessionEvent,
      input: {} as SessionInput,
      children: {} as { session: 'session' },
    },
    actors: {
      session: deps.session,
      news: fromEventObservable(() => news$),
    },
  }).createMachine({
    id: 'root',
    context: ({ spawn, input }) => ({ session: spawn('session', { id: 'session', input }) }),
    invoke: { src: 'news' },
    on: { 'session.*': { actions: forwardTo('session') } },
  });
}

export type RootActor = ActorRefFrom<ReturnType<typeof createRootMachine>>;
