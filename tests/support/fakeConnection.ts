import { BehaviorSubject, Subject } from 'rxjs';
import type { FromConsole, LiveUpdate, ToConsole } from '../../contract/api/live.ts';
import type { ConnectionState } from '../../src/streams/connection.ts';

/** Live connection controlled by the test. */
export function fakeConnection() {
  const state$ = new BehaviorSubject<ConnectionState>({ status: 'idle', socket: null });
  let messages$ = new Subject<ToConsole>();
  const sent: FromConsole[] = [];
  return {
    connection: { state$ },
    /** Messages sent to the server, over all sockets. */
    sent,
    /** Ids and cursors of the requested subscriptions. */
    subscribed: () => sent.filter((message) => message.type === 'subscribe'),
    connect() {
      messages$ = new Subject();
      state$.next({ status: 'live', socket: { messages$, send: (message) => sent.push(message) } });
    },
    lose() {
      messages$.complete();
      state$.next({ status: 'reconnecting', socket: null, retry: { attempt: 1, at: null, stopped: false } });
    },
    logout() {
      state$.next({ status: 'idle', socket: null });
    },
    frame(at: number, ...updates: LiveUpdate[]) {
      messages$.next({ type: 'frame', at, updates });
    },
  };
}
