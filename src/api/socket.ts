import { Observable, Subject } from 'rxjs';
import type { FromConsole, ToConsole } from '../../contract/api/live.ts';

/** An open live socket that sends and receives messages. */
export interface LiveSocket {
  messages$: Observable<ToConsole>;
  send(message: FromConsole): void;
}

export interface LiveSocketDeps {
  /** Fetches a one-time ticket (`POST /v1/socket/ticket`). */
  ticket: () => Promise<string>;
  /** `ws:` or `wss:` and host, without a path. */
  origin: string;
  createWebSocket?: (url: string) => WebSocket;
}

/** Error with which a live socket ends. */
export class SocketClosed extends Error {
  readonly code: number;
  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

/**
 * Fetches a ticket and opens a socket on subscription; emits the open socket once. Errors with `SocketClosed`
 * when it closes, or with the error of the ticket call. Unsubscribing closes the socket.
 */
export function openLiveSocket(deps: LiveSocketDeps): Observable<LiveSocket> {
  const create = deps.createWebSocket ?? ((url: string) => new WebSocket(url));
  return new Observable((subscriber) => {
    let socket: WebSocket | undefined;
    const messages$ = new Subject<ToConsole>();
    deps.ticket().then(
      (ticket) => {
        if (subscriber.closed) return;
        const opened = create(`${deps.origin}/v1/socket?ticket=${encodeURIComponent(ticket)}`);
        socket = opened;
        opened.onopen = () => {
          subscriber.next({
            messages$: messages$.asObservable(),
            send: (message) => {
              if (opened.readyState === opened.OPEN) opened.send(JSON.stringify(message));
            },
          });
        };
        opened.onmessage = (event: MessageEvent<string>) => {
          messages$.next(JSON.parse(event.data) as ToConsole);
        };
        opened.onclose = (event) => {
          messages$.complete();
          subscriber.error(new SocketClosed(event.code, event.reason));
        };
      },
      (error: unknown) => subscriber.error(error),
    );
    return () => {
      messages$.complete();
      if (socket === undefined) return;
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    };
  });
}
