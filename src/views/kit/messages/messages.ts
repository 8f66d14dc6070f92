import { BehaviorSubject } from 'rxjs';

export type MessageKind = 'info' | 'done' | 'warning' | 'error';

export interface Message {
  id: number;
  /** Epoch milliseconds, the browser's clock. */
  at: number;
  kind: MessageKind;
  text: string;
}

export interface MessageCentre {
  /** Newest first; at most `keep`. */
  readonly list$: BehaviorSubject<readonly Message[]>;
  /** Number of messages since the centre was last opened. */
  readonly unseen$: BehaviorSubject<number>;
  add(kind: MessageKind, text: string): void;
  seen(): void;
  clear(): void;
}

const keep = 200;

/** Creates the message centre, which keeps the last messages, because a toast is shown for one second. */
export function createMessageCentre(now: () => number = Date.now): MessageCentre {
  const list$ = new BehaviorSubject<readonly Message[]>([]);
  const unseen$ = new BehaviorSubject(0);
  let next = 1;
  return {
    list$,
    unseen$,
    add(kind, text) {
      list$.next([{ id: next++, at: now(), kind, text }, ...list$.value].slice(0, keep));
      unseen$.next(Math.min(unseen$.value + 1, keep));
    },
    seen: () => unseen$.next(0),
    clear() {
      list$.next([]);
      unseen$.next(0);
    },
  };
}
