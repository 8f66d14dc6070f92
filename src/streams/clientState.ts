import { BehaviorSubject, type Observable } from 'rxjs';
import type { ToConsole } from '../../contract/api/live.ts';
import type { ListenRequest } from '../../contract/protocol/listen.ts';

/** Last message of the live socket, and when it arrived, ms of the clock of the app. */
export interface LatestMessage {
  message: ToConsole;
  at: number;
}

/** Terminal that this page listens to. */
export interface Subscription {
  terminal: number;
  what: ListenRequest['what'];
}

/**
 * State of this page that its screens share. The names are those of the console's state: `current_org_id` is the
 * zone that is selected in the lists, null while all are shown.
 */
export function createClientState() {
  const latestMessage$ = new BehaviorSubject<LatestMessage | null>(null);
  const currentOrgId$ = new BehaviorSubject<number | null>(null);
  const deviceSubScribeInfo$ = new BehaviorSubject<Subscription | null>(null);
  const change = <Value>(subject: BehaviorSubject<Value>, value: Value) => {
    if (subject.value !== value) subject.next(value);
  };
  return {
    latestMessage$,
    currentOrgId$,
    deviceSubScribeInfo$,
    /** This page listens to a terminal from now on, and no longer to another one. */
    subscribed(info: Subscription): Subscription {
      deviceSubScribeInfo$.next(info);
      return info;
    },
    /** Called when listening has ended. */
    unsubscribed(info: Subscription | null): void {
      if (info !== null && deviceSubScribeInfo$.value === info) deviceSubScribeInfo$.next(null);
    },
    selectZone: (id: number | null) => change(currentOrgId$, id),
    /** Takes every message of the live socket. @param now ms of the clock of the app */
    follow: (messages$: Observable<ToConsole>, now: () => number) =>
      messages$.subscribe((message) => latestMessage$.next({ message, at: now() })),
    /** Forgets what belongs to a login. */
    clear(): void {
      change(latestMessage$, null);
      change(currentOrgId$, null);
      change(deviceSubScribeInfo$, null);
    },
  };
}
export type ClientState = ReturnType<typeof createClientState>;
