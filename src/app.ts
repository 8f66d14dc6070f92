import type { AxiosAdapter } from 'axios';
import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  map,
  merge,
  Observable,
  type SchedulerLike,
  Subject,
} from 'rxjs';
import { createActor } from 'xstate';
import { messageDisplayMs } from '../contract/constants.ts';
import type { EntityContract } from '../contract/entities/entity.ts';
import type { LoginValue, Profile } from '../contract/entities/site/session.ts';
import { type Language, languageStorageKey, pageLanguage } from '../contract/language.ts';
import { createApi } from './api/client.ts';
import { createCrud } from './api/crud.ts';
import type { OtherTabs } from './api/giveWay.ts';
import { openListening } from './api/listening/listening.ts';
import { openMicrophone } from './api/microphone/microphone.ts';
import { microphones } from './api/microphone/microphones.ts';
import { pageRecorder } from './api/microphone/pageRecorder.ts';
import { openLiveSocket } from './api/socket.ts';
import { type AddressBar, pathOf, takeCredentials } from './machines/address.ts';
import type { Notice } from './machines/notice.ts';
import { createOperationGate } from './machines/operations.ts';
import { createOutbox, type Outbox } from './machines/outbox.ts';
import { createRootMachine } from './machines/root.ts';
import { createRouteMemory } from './machines/routeMemory.ts';
import { createSessionMachine } from './machines/session.ts';
import { type Cookies, createSessionStore, type KeyValue } from './machines/sessionStore.ts';
import { createTalkMachine } from './machines/talk.ts';
import { unsentName } from './machines/unsentName.ts';
import { createActivity } from './streams/activity.ts';
import { createAge } from './streams/age.ts';
import { isSounding } from './streams/alarm.ts';
import { createClientState } from './streams/clientState.ts';
import { createConnection } from './streams/connection.ts';
import { createFeeds } from './streams/feeds.ts';
import { sendLanguage } from './streams/language.ts';

/** Browser functions that the console needs; `browserEnv.ts` takes them from a window. */
export interface AppEnv extends AddressBar {
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'protocol' | 'host'>;
  cookies: Cookies;
  sessionStorage: KeyValue;
  localStorage: Pick<Storage, 'getItem'>;
  /** Languages of the browser, the preferred first. */
  languages: readonly string[];
  reload: () => void;
  /** Monotonic clock, ms. */
  now: () => number;
  isOnline: () => boolean;
  /** Emits when the network comes back or the page becomes visible. */
  wake$: Observable<unknown>;
  /** Emits when somebody presses, types or scrolls. */
  inputs$?: Observable<unknown>;
  /** Address of the server, and the adapter for reaching it, for tests. */
  baseURL?: string;
  adapter?: AxiosAdapter;
  createWebSocket?: (url: string) => WebSocket;
  /** Other tabs of this browser; not in tests. */
  tabs?: OtherTabs;
  scheduler?: SchedulerLike;
}

/** Assembles the parts of the console below React. Call `start()` after all listeners are subscribed. */
export function createApp(env: AppEnv) {
  const credentials = takeCredentials(env);
  const store = createSessionStore({ ...env, isSecure: env.location.protocol === 'https:' });
  const routes = createRouteMemory(env.sessionStorage, env.reload);
  const notices$ = new Subject<Notice>();
  const navigations$ = new Subject<string>();
  const notify = oncePerDisplay(env.now, (notice) => notices$.next(notice));
  const tryNow$ = new Subject<void>();
  const isLoggedIn$ = new BehaviorSubject(false);
  const language$ = new Subject<Language>();
  const withScheduler = env.scheduler === undefined ? {} : { scheduler: env.scheduler };

  const api = createApi({
    token: store.token,
    language: () => pageLanguage(env.localStorage.getItem(languageStorageKey), env.languages),
    ...(env.baseURL === undefined ? {} : { baseURL: env.baseURL }),
    ...(env.adapter === undefined ? {} : { adapter: env.adapter }),
    ...(env.tabs === undefined ? {} : { tabs: env.tabs }),
    ...withScheduler,
    held: () => outbox,
  });

  const base = new URL(env.baseURL || `${env.location.protocol}//${env.location.host}`);
  const socketOrigin = `${base.protocol === 'https:' ? 'wss' : 'ws'}://${base.host}`;
  const connection = createConnection({
    open: openLiveSocket({
      ticket: async () =>
        (await api.post<{ ticket: string }>('/v1/socket/ticket', {}, { quiet: true, timeoutMs: 10_000 }))
          .ticket,
      origin: socketOrigin,
      ...(env.createWebSocket === undefined ? {} : { createWebSocket: env.createWebSocket }),
    }),
    wanted$: isLoggedIn$,
    isOnline: env.isOnline,
    wake$: merge(env.wake$, tryNow$),
    now: env.now,
    ...withScheduler,
  });

  const client = createClientState();
  const feeds = createFeeds(connection, env.scheduler, env.now);
  const outbox: Outbox = createOutbox({
    heard$: connection.messages$,
    now: env.now,
    nameOf: (what) => unsentName(feeds, what),
    onRepeat: () => notify({ tone: 'info', key: 'repeat.doneBefore' }),
  });
  let isAlarm = false;
  const isWall$ = new BehaviorSubject(false);
  const idleUntil$ = new BehaviorSubject<number | null>(null);
  const stay = () => api.post('/v1/profile/active', {}, { quiet: true });
  const activity$ = createActivity({
    inputs$: env.inputs$ ?? EMPTY,
    isEnabled$: combineLatest([isLoggedIn$, feeds.site.rows$]).pipe(
      map(([is, [site]]) => is && (site?.idle_minutes ?? 0) > 0),
    ),
    isWall$,
    ...withScheduler,
  });

  const session = createSessionMachine({
    login: (body) => api.call<LoginValue>('/v1/login', body, { quiet: true }),
    profile: () => api.get<Profile>('/v1/profile', undefined, { quiet: true }),
    logout: () => api.call('/v1/logout', {}, { quiet: true }),
    store,
    routes,
    notify,
    isAlarm: () => isAlarm,
    isSpeaking: () => talk.getSnapshot().matches('talking'),
    // A machine's actions run before its new state can be read, but the guard of the router reads that state.
    navigate: (path) => queueMicrotask(() => navigations$.next(path)),
  });
  const root = createActor(
    createRootMachine({
      session,
      failures$: api.failures$,
      ended$: connection.ended$,
      rights$: connection.rights$,
    }),
    {
      input: {
        credentials: credentials && { ...credentials, by_url: true },
        path: pathOf(env.location),
      },
    },
  );
  const sessionActor = root.getSnapshot().context.session;
  const talk = createActor(
    createTalkMachine({
      open: openMicrophone({
        ticket: async () =>
          (await api.post<{ ticket: string }>('/v1/talk/ticket', {}, { quiet: true })).ticket,
        origin: socketOrigin,
      }),
      now: env.now,
    }),
  );

  return {
    api,
    crud: <E extends EntityContract>(entity: E) => createCrud(api, entity),
    streams: {
      ...feeds,
      connection$: connection.status$,
      retry$: connection.retry$,
      age$: createAge(connection, env.now, env.scheduler),
    },
    /** Acknowledgements that wait for the link, and actions that got no response. */
    outbox,
    /** State of this page that its screens share. */
    client,
    root,
    session: sessionActor,
    /** Sends speech from this browser's microphone. */
    talk,
    /** Lists the microphones of this computer and measures their level. */
    microphones,
    /** Records pages in this browser before they are sent. */
    pageRecorder,
    /** Plays here what a terminal plays or picks up, until the returned function is called. */
    listen: openListening({
      ticket: async () =>
        (await api.post<{ ticket: string }>('/v1/listen/ticket', {}, { quiet: true })).ticket,
      origin: socketOrigin,
    }),
    routes,
    /** Time at which an inactive login ends, ms of `now`; null: not soon. */
    idleUntil$: idleUntil$.asObservable(),
    /** Tells the server that somebody is there. */
    stay: () => {
      idleUntil$.next(null);
      stay().catch(() => {});
    },
    /** Marks the page as a wall until the returned function is called: its login does not end by itself. */
    showWall(): () => void {
      isWall$.next(true);
      return () => isWall$.next(false);
    },
    /** The language was changed: live rows are read in it. */
    setLanguage: (language: Language) => language$.next(language),
    /** Reconnects without waiting for the next attempt. */
    tryNow: () => tryNow$.next(),
    /** Monotonic clock of `retry$`, ms. */
    now: env.now,
    /** Checked before every operation but alarm actions; the key names the action and its object. */
    mayOperate: createOperationGate(env.now, notify),
    notify,
    notices$: notices$.asObservable(),
    /** Paths to which the session navigates. */
    navigations$: navigations$.asObservable(),
    /** Starts the machines and the live connection; the returned function stops both. */
    start(): () => void {
      let wasRenewing = false;
      const loggedIn = new Observable<boolean>((subscriber) => {
        const subscription = sessionActor.subscribe((state) => subscriber.next(state.matches('loggedIn')));
        return () => subscription.unsubscribe();
      })
        .pipe(distinctUntilChanged())
        .subscribe(isLoggedIn$);
      const alive = connection.state$.subscribe();
      const reading = sendLanguage(connection, language$);
      const followed = client.follow(connection.messages$, env.now);
      const activity = activity$.subscribe(() => void stay().catch(() => {}));
      const warned = merge(
        connection.idle$.pipe(map(({ left_ms }) => (left_ms === null ? null : env.now() + left_ms))),
        isLoggedIn$.pipe(map(() => null)),
      ).subscribe(idleUntil$);
      const alarms = feeds.alarms$.subscribe((rows) => {
        isAlarm = rows.some(isSounding);
      });
      // After a renewed login the next attempt need not wait for the delay of the old one.
      const renewed = sessionActor.subscribe(() => {
        const isRenewing = sessionActor.getSnapshot().matches({ loggedIn: 'renewing' });
        if (wasRenewing && !isRenewing) tryNow$.next();
        wasRenewing = isRenewing;
      });
      root.start();
      talk.start();
      const silenced = isLoggedIn$.subscribe((is) => {
        if (is) return;
        talk.send({ type: 'talk.abandon' });
        outbox.clear();
        client.clear();
      });
      isLoggedIn$.next(sessionActor.getSnapshot().matches('loggedIn'));
      return () => {
        loggedIn.unsubscribe();
        activity.unsubscribe();
        warned.unsubscribe();
        renewed.unsubscribe();
        alarms.unsubscribe();
        alive.unsubscribe();
        reading.unsubscribe();
        followed.unsubscribe();
        silenced.unsubscribe();
        talk.stop();
        root.stop();
      };
    },
  };
}
export type App = ReturnType<typeof createApp>;

/** Drops a notice that repeats within its display time: one lost connection fails many calls. */
function oncePerDisplay(now: () => number, show: (notice: Notice) => void): (notice: Notice) => void {
  const shown = new Map<string, number>();
  return (notice) => {
    const time = now();
    for (const [key, at] of shown) if (time - at >= messageDisplayMs) shown.delete(key);
    const key = JSON.stringify([notice.tone, notice.key, notice.text]);
    if (shown.has(key)) return;
    shown.set(key, time);
    show(notice);
  };
}
